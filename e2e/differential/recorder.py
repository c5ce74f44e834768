"""Which queries reach Prometheus? A proxy in front of it that writes them down, and can be the cause of trouble."""

import contextlib
import http.client
import json
import threading
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, Self

from e2e.control_plane.patience import pause

_QUERY_PATH: Final = "/api/v1/query"
_UPSTREAM_SECONDS: Final = 30.0
_SLOW_SECONDS: Final = 7.0


class Trouble(StrEnum):
    """What goes wrong with queries; listing series always works."""

    NONE = "none"
    SILENT = "silent"
    """The connection ends without an answer."""
    BROKEN = "broken"
    """A gateway's error page."""
    PARTIAL = "partial"
    """The answer comes with a warning, as from a store that lost a part."""
    SLOW = "slow"
    """The answer is right and comes after seven seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A query as it arrived: `form` is how it was asked, by method and the names of its parameters."""

    promql: str
    form: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reply:
    status: int
    kind: str
    body: bytes


class Recorder:
    """The proxy, on a free port of loopback. What it has taken down is handed out once."""

    def __init__(self, upstream: str) -> None:
        self._upstream = urllib.parse.urlsplit(upstream).netloc
        self._taken: list[Question] = []
        self.trouble = Trouble.NONE

    @classmethod
    @contextmanager
    def before(cls, upstream: str) -> Iterator[tuple[Self, str]]:
        """A running one in front of that server, and its URL."""
        recorder = cls(upstream)
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(recorder))
        serving = threading.Thread(target=server.serve_forever, daemon=True)
        serving.start()
        try:
            yield recorder, f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            serving.join()
            server.server_close()

    def taken(self) -> tuple[Question, ...]:
        """The queries since the last call."""
        taken, self._taken = self._taken, []
        return tuple(taken)

    def reply(self, method: str, target: str, body: bytes, kind: str) -> _Reply | None:
        """Prometheus' answer, or what the trouble makes of it; None for none at all."""
        path, _, text = target.partition("?")
        if path != _QUERY_PATH:
            return self._forward(method, target, body, kind)
        given = dict(urllib.parse.parse_qsl(text, keep_blank_values=True))
        given |= dict(urllib.parse.parse_qsl(body.decode(), keep_blank_values=True))
        names = ",".join(f"{name}=" if not value else name for name, value in sorted(given.items()))
        self._taken.append(Question(promql=given.get("query", ""), form=f"{method} {names}"))
        if self.trouble is Trouble.SILENT:
            return None
        if self.trouble is Trouble.BROKEN:
            return _Reply(status=502, kind="text/html", body=b"<html>Bad Gateway</html>")
        if self.trouble is Trouble.SLOW:
            pause(_SLOW_SECONDS)
        reply = self._forward(method, target, body, kind)
        return _partial(reply) if self.trouble is Trouble.PARTIAL else reply

    def _forward(self, method: str, target: str, body: bytes, kind: str) -> _Reply:
        connection = http.client.HTTPConnection(self._upstream, timeout=_UPSTREAM_SECONDS)
        try:
            connection.request(method, target, body or None, {"Content-Type": kind} if kind else {})
            answer = connection.getresponse()
            return _Reply(status=answer.status, kind=answer.getheader("Content-Type") or "", body=answer.read())
        finally:
            connection.close()


def _partial(reply: _Reply) -> _Reply:
    document = json.loads(reply.body) | {"warnings": ["a store did not answer"]}
    return _Reply(status=reply.status, kind=reply.kind, body=json.dumps(document).encode())


def _handler_of(recorder: Recorder) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Nobody reads it."""

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            reply = recorder.reply(self.command, self.path, body, self.headers.get("Content-Type", ""))
            if reply is None:
                self.close_connection = True
                return
            # Who asked may have given up by now, which is what the trouble is for.
            with contextlib.suppress(ConnectionError):
                self._send(reply)

        def _send(self, reply: _Reply) -> None:
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.kind)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)

    return Handler
