"""What can a client do that means harm? The adapter as a process stays quick for others, and ends what has no end."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from tests.support.adapter_files import AdapterFiles, session
from tests.support.api_server import GROUP_VERSION

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    import aiohttp

    from tests.support.adapter_process import AdapterProcess

    Attack = Callable[["Attacker"], Awaitable[None]]

_READS = 200
# The aggregator gives up on a probe after 5 s; on a quiet machine this is some milliseconds.
_SMALL_SECONDS = 5.0
_HEAD = b"GET /apis HTTP/1.1\r\nHost: a\r\n"


class Attacker:
    """Connections to an adapter, without a certificate unless one is made."""

    def __init__(self, adapter: AdapterProcess, tls: ssl.SSLContext) -> None:
        self._host, _, port = adapter.url.removeprefix("https://").partition(":")
        self._port = int(port)
        self._tls = tls
        self._writers: list[asyncio.StreamWriter] = []

    async def connect(self, *, with_tls: bool = True) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        tls = self._tls if with_tls else None
        reader, writer = await asyncio.open_connection(self._host, self._port, ssl=tls)
        self._writers.append(writer)
        return reader, writer

    async def answer_to(self, request: bytes) -> bytes:
        """All that comes back."""
        reader, writer = await self.connect()
        writer.write(request)
        async with asyncio.timeout(60):
            try:
                return await reader.read()
            except OSError:
                return b""

    def hang_up(self) -> None:
        for writer in self._writers:
            writer.transport.abort()


async def _many_slow_heads(attacker: Attacker) -> None:
    for _ in range(150):
        _, writer = await attacker.connect()
        writer.write(_HEAD + b"X-Slow: ")


async def _many_silent_connections(attacker: Attacker) -> None:
    for _ in range(400):
        await attacker.connect(with_tls=False)


async def _more_connections_than_there_are_places(attacker: Attacker) -> None:
    for _ in range(300):
        await attacker.connect()


async def _large_heads(attacker: Attacker) -> None:
    for _ in range(20):
        await attacker.answer_to(_HEAD + b"X-Large: " + b"x" * 300_000 + b"\r\n\r\n")


async def _unknown_tokens(attacker: Attacker) -> None:
    for number in range(200):
        _, writer = await attacker.connect()
        writer.write(_HEAD + f"Authorization: Bearer {number}\r\n\r\n".encode())


async def _pipelined_requests(attacker: Attacker) -> None:
    for _ in range(10):
        _, writer = await attacker.connect()
        writer.write((_HEAD + b"\r\n") * 2000)


async def _endless_bodies(attacker: Attacker) -> None:
    for _ in range(20):
        _, writer = await attacker.connect()
        writer.write(b"POST /apis HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999\r\n\r\n" + bytes(100_000))


_ATTACKS: dict[str, Attack] = {
    "slow heads": _many_slow_heads,
    "silent connections": _many_silent_connections,
    "too many connections": _more_connections_than_there_are_places,
    "large heads": _large_heads,
    "unknown tokens": _unknown_tokens,
    "pipelined requests": _pipelined_requests,
    "endless bodies": _endless_bodies,
}


@pytest.mark.parametrize("attack", _ATTACKS)
async def test_others_are_answered_at_once_meanwhile(
    files: AdapterFiles, in_front_of_nothing: AdapterProcess, attack: str
) -> None:
    async with session(in_front_of_nothing.url, files.proxy()) as client, _attacking(files, in_front_of_nothing) as it:
        await _seconds_of(client)
        async with asyncio.TaskGroup() as tasks:
            attacking = tasks.create_task(_carried_out(_ATTACKS[attack], it))
            seconds = sorted([await _seconds_of(client) for _ in range(_READS)])
            attacking.cancel()
    assert seconds[int(_READS * 0.99)] < _SMALL_SECONDS


async def test_kubelets_are_answered_while_every_place_without_a_certificate_is_taken(
    files: AdapterFiles, in_front_of_nothing: AdapterProcess
) -> None:
    async with _attacking(files, in_front_of_nothing) as it:
        await _more_connections_than_there_are_places(it)
        async with (
            session(in_front_of_nothing.url, files.anonymous()) as kubelet,
            kubelet.get("/livez") as answer,
        ):
            assert answer.status == 200


@pytest.mark.parametrize(
    ("head", "code"),
    [
        pytest.param(b"X-Large: " + b"x" * 40_000 + b"\r\n", b" 400 ", id="a header too large"),
        pytest.param(b"X-Many: a\r\n" * 200, b" 400 ", id="too many headers"),
        pytest.param(b"nonsense\r\n", b" 400 ", id="no header"),
        pytest.param(b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", b" 400 ", id="two lengths"),
    ],
)
async def test_a_head_that_makes_no_sense_is_refused_and_the_connection_ends(
    files: AdapterFiles, in_front_of_nothing: AdapterProcess, head: bytes, code: bytes
) -> None:
    async with _attacking(files, in_front_of_nothing) as it:
        answer = await it.answer_to(_HEAD + head + b"\r\n")
    assert code in answer.split(b"\r\n")[0]
    assert b"Traceback" not in answer


async def _carried_out(attack: Attack, attacker: Attacker) -> None:
    try:
        await attack(attacker)
    except (OSError, ssl.SSLError):
        # Being cut is what an attacker has to expect.
        return


async def _seconds_of(client: aiohttp.ClientSession) -> float:
    clock = asyncio.get_running_loop()
    began = clock.time()
    async with client.get(GROUP_VERSION) as answer:
        await answer.read()
        assert answer.status == 200
    return clock.time() - began


@asynccontextmanager
async def _attacking(files: AdapterFiles, adapter: AdapterProcess) -> AsyncIterator[Attacker]:
    attacker = Attacker(adapter, files.anonymous())
    try:
        yield attacker
    finally:
        attacker.hang_up()
