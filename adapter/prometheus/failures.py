"""What went wrong, in words for an operator? Errors of the connection and refusals of the server, as our own errors."""

import os
from http import HTTPStatus

import aiohttp

from adapter.prometheus.errors import (
    PrometheusBroken,
    PrometheusBusy,
    PrometheusError,
    PrometheusRefused,
    PrometheusTimeout,
    PrometheusUnreachable,
)
from adapter.prometheus.samples import decode_failure
from adapter.prometheus.servers import PrometheusServer


def unreachable_of(server: PrometheusServer, what: str, error: aiohttp.ClientError) -> PrometheusError:
    """The error for a request that got no whole answer."""
    return PrometheusUnreachable(f"{server.name}: {what}: {_cause_of(error)} ({server.address})")


def refusal_of(server: PrometheusServer, what: str, response: aiohttp.ClientResponse, body: bytes) -> PrometheusError:
    """The error for an answer with another status than 200.

    A 4xx from Prometheus is PrometheusRefused with its own text; a 503 for its own time limit is PrometheusTimeout; 429
    is PrometheusBusy; a 5xx and whatever isn't Prometheus is PrometheusBroken.
    """
    status, failure = response.status, decode_failure(body)
    if failure is not None:
        return _class_of(status, failure.kind)(f"{server.name}: {what}: {failure.text or failure.kind or status}")
    return _stranger_of(status)(f"{server.name}: {what}: {_stranger_text(server, response)}")


def _class_of(status: int, kind: str) -> type[PrometheusError]:
    if kind in {"timeout", "canceled"}:
        return PrometheusTimeout
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return PrometheusBusy
    return PrometheusRefused if status < HTTPStatus.INTERNAL_SERVER_ERROR else PrometheusBroken


def _stranger_of(status: int) -> type[PrometheusError]:
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return PrometheusRefused
    return PrometheusBusy if status == HTTPStatus.TOO_MANY_REQUESTS else PrometheusBroken


def _stranger_text(server: PrometheusServer, response: aiohttp.ClientResponse) -> str:
    status = response.status
    answer = f"{status} {response.reason or ''}".rstrip()
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return f"{answer}: {server.address} wants other credentials"
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return f"{answer}: {server.address} redirects elsewhere; give the URL where Prometheus itself answers"
    if status in {HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT}:
        return f"{answer} from {server.address}"
    return f"{answer}: this does not look like a Prometheus API ({server.address})"


def _cause_of(error: aiohttp.ClientError) -> str:
    match error:
        case aiohttp.ClientConnectorDNSError():
            return f"no such host {error.host}"
        case aiohttp.ClientConnectorCertificateError():
            return f"its certificate isn't trusted: {error.certificate_error}"
        case aiohttp.ClientConnectorSSLError():
            return "no TLS is spoken there, or another one: is it http:// instead of https://?"
        case aiohttp.ClientConnectorError(os_error=OSError(errno=int() as number)) if number > 0:
            return os.strerror(number).lower()
    return next(text for kind, text in _CAUSES if isinstance(error, kind))


# The first kind that fits: a timeout is a connection's error too.
_CAUSES: tuple[tuple[type[aiohttp.ClientError], str], ...] = (
    (aiohttp.ConnectionTimeoutError, "no connection in time"),
    (aiohttp.ServerDisconnectedError, "the connection broke before the answer was whole"),
    (aiohttp.ClientPayloadError, "the connection broke before the answer was whole"),
    (aiohttp.ClientConnectionError, "the connection failed"),
    (aiohttp.ClientError, "this does not look like an HTTP server"),
)
