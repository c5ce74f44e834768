"""Which paths are there? All of them, in one table."""

from __future__ import annotations

import platform
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from aiohttp import hdrs, web

from adapter.apiserver import discovery, openapi, probes
from adapter.apiserver.admission import METRIC_ROUTE, admission
from adapter.apiserver.answers import errors_as_status, finishing_touch, within_deadline
from adapter.apiserver.documents import Document, respond
from adapter.apiserver.heads import KnownHeads
from adapter.apiserver.inflight import Places
from adapter.apiserver.knownreads import KnownReads
from adapter.apiserver.negotiation import Representation
from adapter.apiserver.refusals import Refusals
from adapter.apiserver.shortcut import ReadShortcut
from adapter.apiserver.telemetry import EXPOSITION
from adapter.apiserver.values import values_handler
from adapter.apiserver.yamlanswers import yaml_if_preferred
from adapter.kube.external_metrics import GROUP, GROUP_VERSION
from adapter.process.sites import SHORTCUT

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from aiohttp.typedefs import Handler

    from adapter.apiserver.authentication import Authentication
    from adapter.apiserver.authorization import Authorization
    from adapter.apiserver.probes import Readiness
    from adapter.apiserver.telemetry import Telemetry
    from adapter.apiserver.values import Provider
    from adapter.process.clock import Clock
    from adapter.process.shortcuts import Shortcut

Documents = dict[Representation, Document]

_LARGEST_BODY_BYTES: Final = 64 * 1024
_SERVER_ARGUMENTS: Final = {
    # The aggregator gives up without a word; a handler that goes on would only load Prometheus.
    "handler_cancellation": True,
    # A selector with a long set travels in the request line, and an OIDC token in one header.
    "max_line_size": 64 * 1024,
    "max_field_size": 32 * 1024,
    "max_headers": 128,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What the application is made of."""

    provider: Provider
    authentication: Authentication
    authorization: Authorization
    readiness: Readiness
    telemetry: Telemetry
    clock: Clock
    random: Random
    places: Places = field(default_factory=Places)


def build_application(parts: Parts) -> web.Application:
    """The API server as an aiohttp application; serve it over TLS only, identities stand on certificates."""
    app = web.Application(
        middlewares=[
            errors_as_status,
            within_deadline,
            admission(parts.authentication, parts.authorization, parts.places, Refusals(parts.clock)),
        ],
        client_max_size=_LARGEST_BODY_BYTES,
        handler_args=_SERVER_ARGUMENTS,
    )
    app.on_response_prepare.append(finishing_touch(parts.telemetry, parts.random))
    app.on_response_prepare.append(yaml_if_preferred)
    reads = KnownReads()
    app[SHORTCUT] = _shortcut(parts, reads)
    names = parts.provider.metric_names
    group_version = f"/apis/{GROUP_VERSION}"
    documents: dict[str, Callable[[], Documents]] = {
        "/": _index,
        "/version": _version,
        "/apis": lambda: discovery.groups(names()),
        f"/apis/{GROUP}": discovery.group,
        group_version: lambda: discovery.resources(names()),
        "/openapi/v2": openapi.version_2,
        "/openapi/v3": openapi.index,
        f"/openapi/v3{group_version}": openapi.group_version,
    }
    for path, build in documents.items():
        app.router.add_get(path, _document_handler(build), allow_head=False)
    app.router.add_get(
        f"{group_version}/namespaces/{{namespace}}/{{metric}}{{end:/*}}",
        values_handler(parts.provider, parts.telemetry, parts.clock, reads),
        name=METRIC_ROUTE,
        allow_head=False,
    )
    app.router.add_get("/metrics", _metrics_handler(parts.telemetry), allow_head=False)
    probes.add_probes(app, parts.readiness)
    return app


def _shortcut(parts: Parts, reads: KnownReads) -> Shortcut:
    return ReadShortcut(
        reads=reads,
        heads=KnownHeads(),
        provider=parts.provider,
        authentication=parts.authentication,
        authorization=parts.authorization,
        telemetry=parts.telemetry,
        clock=parts.clock,
        random=parts.random,
    )


def _document_handler(build: Callable[[], Documents]) -> Handler:
    async def get(request: web.Request) -> web.StreamResponse:
        return respond(request, build())

    return get


def _metrics_handler(telemetry: Telemetry) -> Handler:
    async def get(_request: web.Request) -> web.StreamResponse:
        return web.Response(body=telemetry.exposition(), headers={hdrs.CONTENT_TYPE: EXPOSITION})

    return get


def _index() -> Documents:
    paths = ["/apis", f"/apis/{GROUP}", f"/apis/{GROUP_VERSION}", "/healthz", "/livez", "/metrics"]
    return {Representation.JSON: Document.of({"paths": [*paths, "/openapi/v2", "/openapi/v3", "/readyz", "/version"]})}


def _version() -> Documents:
    release = version("lagzero")
    major, minor, *_ = release.split(".")
    fields = {
        "major": major,
        "minor": minor,
        "gitVersion": f"v{release}",
        "gitCommit": "",
        "gitTreeState": "",
        "buildDate": "",
        "goVersion": "",
        "compiler": platform.python_implementation(),
        "platform": f"{platform.system().lower()}/{platform.machine()}",
    }
    return {Representation.JSON: Document.of(fields)}
