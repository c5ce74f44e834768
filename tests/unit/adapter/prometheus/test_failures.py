"""An error of the connection is told in words, without the library's."""

import ssl

import aiohttp
import pytest
from aiohttp.client_reqrep import ConnectionKey

from adapter.prometheus.errors import PrometheusUnreachable
from adapter.prometheus.failures import unreachable_of
from adapter.prometheus.servers import parse_server

KEY = ConnectionKey(
    host="prometheus.example", port=9090, is_ssl=True, ssl=True, proxy=None, proxy_auth=None, proxy_headers_hash=None
)


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (aiohttp.ClientConnectorDNSError(KEY, OSError(-2, "x")), "no such host prometheus.example"),
        (aiohttp.ClientConnectorError(KEY, OSError(113, "x")), "no route to host"),
        (aiohttp.ClientConnectorError(KEY, OSError("x")), "the connection failed"),
        (
            aiohttp.ClientConnectorCertificateError(KEY, ssl.SSLCertVerificationError("self-signed")),
            "its certificate isn't trusted: ('self-signed',)",
        ),
        (aiohttp.ConnectionTimeoutError(), "no connection in time"),
        (aiohttp.ServerDisconnectedError(), "the connection broke before the answer was whole"),
        (aiohttp.ClientPayloadError(), "the connection broke before the answer was whole"),
        (aiohttp.ClientOSError(104, "x"), "the connection failed"),
        (aiohttp.InvalidURL("x"), "this does not look like an HTTP server"),
    ],
)
def test_every_error_of_the_connection_has_its_words(error: aiohttp.ClientError, cause: str) -> None:
    found = unreachable_of(parse_server("https://user:hidden@h/?token=hidden", name="main"), "query failed", error)
    assert (PrometheusUnreachable, f"main: query failed: {cause} (https://h/)") == (type(found), str(found))
