"""How does the harness talk to servers? Plain HTTP with a certificate or a token; nothing here knows Kubernetes."""

import contextlib
import http.client
import json
import ssl
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

JSON: Final = "application/json"
MERGE: Final = "application/merge-patch+json"
STRATEGIC: Final = "application/strategic-merge-patch+json"
APPLY: Final = "application/apply-patch+yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who asks: nobody, a client certificate, or a bearer token."""

    certificate: tuple[Path, Path] | None = None
    token: str = ""

    @classmethod
    def of_certificate(cls, certificate: Path, key: Path) -> Self:
        """The one whom the certificate names."""
        return cls(certificate=(certificate, key))


NOBODY: Final = Identity()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back; `body` is the decoded JSON, or the text of another type."""

    code: int
    body: Any = field(repr=False)
    text: str


class Api:
    """One server, as one identity. Each request has a connection of its own and a deadline."""

    def __init__(self, url: str, *, ca: Path | None = None, identity: Identity = NOBODY, verified: bool = True) -> None:
        self.url = url
        self.identity = identity
        self._ca = ca
        self._address = urllib.parse.urlsplit(url)
        self._tls = _tls(ca, identity, verified=verified) if self._address.scheme == "https" else None

    def as_user(self, identity: Identity) -> "Api":
        """The same server for another identity."""
        return Api(self.url, ca=self._ca, identity=identity)

    def answers(self, path: str) -> bool:
        """Whether the server is there and says 200."""
        try:
            return self.request("GET", path, seconds=10.0).code == 200
        except (OSError, http.client.HTTPException):
            return False

    def get(self, path: str, **query: str) -> Answer:
        return self.request("GET", _with_query(path, query))

    def post(self, path: str, body: object, **query: str) -> Answer:
        return self.request("POST", _with_query(path, query), body)

    def put(self, path: str, body: object, **query: str) -> Answer:
        return self.request("PUT", _with_query(path, query), body)

    def patch(self, path: str, body: object, content_type: str = MERGE, **query: str) -> Answer:
        return self.request("PATCH", _with_query(path, query), body, headers={"Content-Type": content_type})

    def delete(self, path: str, body: object = None) -> Answer:
        return self.request("DELETE", path, body)

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        headers: Mapping[str, str] | None = None,
        seconds: float = 30.0,
    ) -> Answer:
        """Any request, its answer read whole."""
        with contextlib.closing(self._send(method, path, body, headers or {}, seconds)) as connection:
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
            kind = (answer.getheader("Content-Type") or "").partition(";")[0]
            return Answer(code=answer.status, body=json.loads(text) if kind == JSON else text, text=text)

    def watch(self, path: str, *, seconds: float = 20.0, **query: str) -> Iterator[dict[str, Any]]:
        """The events of a watch as they come; it ends with the server's `timeoutSeconds`, here `seconds`."""
        params = {"watch": "true", "timeoutSeconds": f"{seconds:.0f}", **query}
        connection = self._send("GET", _with_query(path, params), None, {}, seconds + 10.0)
        with contextlib.closing(connection):
            yield from map(json.loads, connection.getresponse())

    def _send(
        self, method: str, path: str, body: object, headers: Mapping[str, str], seconds: float
    ) -> http.client.HTTPConnection:
        host, port = self._address.hostname or "", self._address.port
        connection = (
            http.client.HTTPConnection(host, port, timeout=seconds)
            if self._tls is None
            else http.client.HTTPSConnection(host, port, timeout=seconds, context=self._tls)
        )
        proof = {"Authorization": f"Bearer {self.identity.token}"} if self.identity.token else {}
        data = None if body is None else json.dumps(body).encode()
        sent = {
            "Accept": f"{JSON}, */*",
            "User-Agent": "e2e",
            **({"Content-Type": JSON} if data else {}),
            **proof,
            **headers,
        }
        try:
            connection.request(method, path, data, sent)
        except BaseException:
            connection.close()
            raise
        return connection


def _tls(ca: Path | None, identity: Identity, *, verified: bool) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=str(ca) if ca else None)
    if not verified:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if identity.certificate:
        context.load_cert_chain(*identity.certificate)
    return context


def _with_query(path: str, query: Mapping[str, str]) -> str:
    return f"{path}?{urllib.parse.urlencode(query)}" if query else path
