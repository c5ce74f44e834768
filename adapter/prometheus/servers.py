"""Where is a Prometheus server, how does one speak to it, and what is it called in messages?"""

import base64
import re
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from yarl import URL


class ServerError(ValueError):
    """A server's URL that can't be used. One line, without the credentials it may hold."""


class Method(StrEnum):
    """How a query is sent. A long one needs POST; some proxies let only GET through."""

    GET = "GET"
    POST = "POST"


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """A header of every request; between its pieces stands the namespace that is read for."""

    name: str
    pieces: tuple[str, ...] = field(repr=False)

    @property
    def is_per_namespace(self) -> bool:
        return len(self.pieces) > 1

    @property
    def is_valid(self) -> bool:
        """Whether HTTP takes its name and its value."""
        return _TOKEN.fullmatch(self.name) is not None and all(_VALUE.fullmatch(piece) for piece in self.pieces)

    def value(self, namespace: str) -> str:
        return namespace.join(self.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicFile:
    """A user whose password is read from a file, again and again."""

    username: str
    password_file: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class TlsFiles:
    """Who may vouch for the server, and the certificate to show it. None of a kind: the system's, and none."""

    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    server_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrometheusServer:
    """`base` keeps the path and the parameters of the URL given, but no credentials; those are in `authorization`.

    `concurrency` is how many queries it may be asked at a time; None is the client's own limit.
    """

    name: str
    base: URL
    authorization: str | None = field(default=None, repr=False)
    basic: BasicFile | None = None
    bearer_token_file: Path | None = None
    headers: tuple[Header, ...] = ()
    tls: TlsFiles = TlsFiles()
    method: Method = Method.POST
    concurrency: int | None = None

    def endpoint(self, path: str) -> URL:
        """The URL of an endpoint of the HTTP API, such as `api/v1/query`, with the server's own parameters."""
        return self.base.with_path(f"{self.base.path.rstrip('/')}/{path}", keep_query=True)

    @property
    def address(self) -> str:
        """The URL as it may be shown: a parameter may be a token, so none is."""
        return str(self.base.with_query(None).with_fragment(None))

    @property
    def has_credentials(self) -> bool:
        """Whether it is shown any in an `Authorization` header."""
        return self.authorization is not None or self.basic is not None or self.bearer_token_file is not None

    @property
    def is_per_namespace(self) -> bool:
        """Whether the namespace that is read for shows in the headers, so that answers are one namespace's."""
        return any(header.is_per_namespace for header in self.headers)


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
    credentials = (
        None if parsed.user is None and parsed.password is None else (parsed.user or "", parsed.password or "")
    )
    authorization = basic_authorization(*credentials) if credentials is not None else None
    return PrometheusServer(name=name, base=base, authorization=authorization)


def basic_authorization(username: str, password: str) -> str:
    """The value of an `Authorization` header."""
    return f"Basic {base64.b64encode(f'{username}:{password}'.encode()).decode()}"


_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e]*")
