"""Claims about `adapter.apiserver.readyanswers`: what is on the wire, and what becomes of the connection."""

from __future__ import annotations

from datetime import UTC, datetime

import aiohttp
from aiohttp import web

from adapter.apiserver.readyanswers import ReadyAnswer, json_message
from adapter.process.sites import ListenAddress, serving

_AT = datetime(2026, 1, 1, 12, 30, 15, 999_999, tzinfo=UTC)
_ANYWHERE = ListenAddress(host="127.0.0.1", port=0)
_HEADERS = [
    ("Content-Type", "application/json"),
    ("Content-Length", "2"),
    ("Date", "Thu, 01 Jan 2026 12:30:15 GMT"),
    ("Cache-Control", "no-cache, private"),
    ("Audit-Id", "1-2-3"),
]


class _Peers:
    """Answers every request alike, and notes from where it came."""

    def __init__(self) -> None:
        self.seen: list[object] = []

    async def get(self, request: web.Request) -> web.StreamResponse:
        self.seen.append(request.get_extra_info("peername"))
        return ReadyAnswer(json_message(b"{}", audit_id="1-2-3", now=_AT))

    @property
    def app(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/", self.get)
        return app


async def test_an_answer_is_sent_with_exactly_its_headers() -> None:
    async with serving(_Peers().app, _ANYWHERE) as site, aiohttp.request("GET", site.url) as answer:
        assert (200, _HEADERS, b"{}") == (answer.status, list(answer.headers.items()), await answer.read())


async def test_the_connection_carries_the_next_request() -> None:
    peers = _Peers()
    async with serving(peers.app, _ANYWHERE) as site, aiohttp.ClientSession() as client:
        for _ in range(3):
            await client.get(site.url)
    assert (3, 1) == (len(peers.seen), len(set(peers.seen)))
