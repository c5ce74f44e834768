"""What lies between a scaler and its API server? A way that a test can cut, hold up in one direction, or take away.

Bytes that are held when either end hangs up are lost, as on a wire; nothing is ever reordered.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum

_HOST = "127.0.0.1"
_DEADLINE_SECONDS = 10.0


class Direction(Enum):
    """Which way bytes travel: REQUESTS to the server, ANSWERS from it."""

    REQUESTS = "requests"
    ANSWERS = "answers"


@dataclass(slots=True)
class _Lane:
    """One direction of the whole way."""

    held: bool = False
    ends: "set[_End]" = field(default_factory=set)

    def hold(self) -> None:
        self.held = True

    def let_go(self) -> None:
        self.held = False
        for end in list(self.ends):
            end.flush()


class _End(asyncio.Protocol):
    """One end of one connection: what it receives goes out at the other end, when its lane lets it."""

    def __init__(self, lane: _Lane) -> None:
        self._lane = lane
        self._waiting: list[bytes] = []
        self._transport: asyncio.Transport | None = None
        self._lost = False
        self.other: _End | None = None
        lane.ends.add(self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if self.other is not None:
            if self.other._lost:
                transport.close()
            self.other.flush()

    def data_received(self, data: bytes) -> None:
        self._waiting.append(data)
        self.flush()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._lost = True
        self._lane.ends.discard(self)
        self._waiting.clear()
        if self.other is not None:
            self.other.hang_up()

    def hang_up(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def reset(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def flush(self) -> None:
        """Pass on what waits, if the lane is free and there is somebody to pass it on to."""
        if self._lane.held or self.other is None or self.other._transport is None:
            return
        for data in self._waiting:
            self.other._transport.write(data)
        self._waiting.clear()


class Network:
    """The way to the server on `server_port`; its own `port` stays the same when it was taken away and is back."""

    def __init__(self, loop: asyncio.AbstractEventLoop, server_port: int) -> None:
        self.port = 0
        self._loop = loop
        self._server_port = server_port
        self._lanes = {direction: _Lane() for direction in Direction}
        self._listener: asyncio.Server | None = None

    @property
    def url(self) -> str:
        return f"https://{_HOST}:{self.port}"

    def hold(self, *directions: Direction) -> None:
        """Let nothing through from now on, in these directions or, without any, in both; nobody is told."""

        def hold() -> None:
            for direction in directions or Direction:
                self._lanes[direction].hold()

        self._do(hold)

    def reset(self) -> None:
        """Break every connection that there is; new ones are fine."""
        self._do(self._reset)

    def take_away(self) -> None:
        """Break every connection, and refuse new ones."""
        self._run(self._take_away())

    def restore(self) -> None:
        """All is well again: what was held and still has an end arrives."""

        def let_go() -> None:
            for lane in self._lanes.values():
                lane.let_go()

        self._run(self.listen())
        self._do(let_go)

    async def listen(self) -> None:
        if self._listener is None:
            self._listener = await self._loop.create_server(self._accept, _HOST, self.port)
            self.port = self._listener.sockets[0].getsockname()[1]

    async def close(self) -> None:
        await self._take_away()

    def _accept(self) -> _End:
        near, far = _End(self._lanes[Direction.REQUESTS]), _End(self._lanes[Direction.ANSWERS])
        near.other, far.other = far, near
        connecting = self._loop.create_task(self._loop.create_connection(lambda: far, _HOST, self._server_port))
        connecting.add_done_callback(lambda done: near.reset() if done.exception() else None)
        return near

    def _reset(self) -> None:
        for lane in self._lanes.values():
            for end in list(lane.ends):
                end.reset()

    async def _take_away(self) -> None:
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        self._reset()

    def _do(self, what: Callable[[], object]) -> None:
        done: Future[None] = Future()

        def do() -> None:
            what()
            done.set_result(None)

        self._loop.call_soon_threadsafe(do)
        done.result(_DEADLINE_SECONDS)

    def _run(self, what: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(_DEADLINE_SECONDS)


@contextmanager
def run_networks() -> Iterator[Callable[[str], Network]]:
    """Makes ways to servers, given their URLs, that live as long as the block."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="networks")
    thread.start()
    made: list[Network] = []

    def make(server_url: str) -> Network:
        network = Network(loop, int(server_url.rpartition(":")[2]))
        asyncio.run_coroutine_threadsafe(network.listen(), loop).result(_DEADLINE_SECONDS)
        made.append(network)
        return network

    try:
        yield make
    finally:
        for network in made:
            asyncio.run_coroutine_threadsafe(network.close(), loop).result(_DEADLINE_SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
