"""Claims about `adapter.kube.sockets`: what becomes of a connection whose peer is gone, or that is given up."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
import uvloop

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from adapter.kube.errors import Unreachable
from adapter.kube.sockets import new_socket

LoopFactory = Callable[[], asyncio.AbstractEventLoop]
ADDRESS = (socket.AF_INET, socket.SOCK_STREAM, 0)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux can be told how long to send again")
def test_what_the_network_swallowed_is_not_sent_again_for_longer_than_a_lease_leaves_time() -> None:
    with new_socket(ADDRESS) as made:
        assert 4000 == made.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)


def test_a_peer_that_vanished_is_noticed_by_probes() -> None:
    with new_socket(ADDRESS) as made:
        assert made.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) != 0


@pytest.mark.parametrize("loop_factory", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_request_that_is_given_up_takes_its_connection_with_it(loop_factory: LoopFactory) -> None:
    with _deaf_server() as server, asyncio.Runner(loop_factory=loop_factory) as runner:
        assert "reset" == runner.run(_end_of_a_request(server, deadline_seconds=0.2))


@pytest.mark.parametrize("loop_factory", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_request_that_is_cancelled_takes_its_connection_with_it(loop_factory: LoopFactory) -> None:
    with _deaf_server() as server, asyncio.Runner(loop_factory=loop_factory) as runner:
        assert "reset" == runner.run(_end_of_a_request(server, deadline_seconds=30))


async def _end_of_a_request(server: socket.socket, *, deadline_seconds: float) -> str:
    """How the connection of a request ended that the client, or its caller after 1 s, gave up."""
    access = Access(cluster=Cluster(server=f"http://127.0.0.1:{server.getsockname()[1]}"))
    async with KubeClient.of(access, user_agent="lagzero/test", deadline_seconds=deadline_seconds) as client:
        with suppress(Unreachable, TimeoutError):
            await asyncio.wait_for(client.get("/version", dict), 1)
        return await _end_of(server)


@contextmanager
def _deaf_server() -> Iterator[socket.socket]:
    """It takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        yield server


async def _end_of(server: socket.socket) -> str:
    """How the server's only connection ended: what was said on it is lost if it was reset."""
    loop = asyncio.get_running_loop()
    connection, _ = await asyncio.wait_for(loop.sock_accept(server), 10)
    with connection:
        try:
            while await asyncio.wait_for(loop.sock_recv(connection, 1024), 10):
                pass
        except ConnectionResetError:
            return "reset"
    return "orderly"
