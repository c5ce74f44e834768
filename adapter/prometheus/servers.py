"""Where is a Prometheus server, and what is it called in messages?"""

from dataclasses import dataclass, field

import aiohttp
from yarl import URL


class ServerError(ValueError):
    """A server's URL that can't be used. One line, without the credentials it may hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrometheusServer:
    """`base` keeps the path and the parameters of the URL given, but no credentials; those are in `authorization`."""

    name: str
    base: URL
    authorization: str | None = field(default=None, repr=False)

    def endpoint(self, path: str) -> URL:
        """The URL of an endpoint of the HTTP API, such as `api/v1/query`, with the server's own parameters."""
        return self.base.with_path(f"{self.base.path.rstrip('/')}/{path}", keep_query=True)

    @property
    def address(self) -> str:
        """The URL as it may be shown: a parameter may be a token, so none is."""
        return str(self.base.with_query(None).with_fragment(None))


def parse_server(url: str, *, name: str = "prometheus") -> PrometheusServer:
    """The server at an `http` or `https` URL, which may hold a path, parameters and `user:password@`.

    Raises ServerError.
    """
    try:
        parsed = URL(url)
        host, port = parsed.host, parsed.port
    except ValueError as error:
        # The URL is not repeated: it may hold a password.
        raise ServerError(f"not a URL: write it as http://HOST:PORT ({error.__class__.__name__})") from error
    if parsed.scheme not in {"http", "https"} or not host or not port:
        raise ServerError(
            "not the URL of a Prometheus server: write it as http://HOST:PORT or https://HOST:PORT/PREFIX"
        )
    base = parsed.with_user(None).with_fragment(None)
    return PrometheusServer(name=name, base=base, authorization=_authorization_of(parsed))


def _authorization_of(url: URL) -> str | None:
    if url.user is None and url.password is None:
        return None
    return aiohttp.encode_basic_auth(url.user or "", url.password or "")
