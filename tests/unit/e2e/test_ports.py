"""A port is given to one program only, and to none while somebody listens on it."""

import socket
from pathlib import Path

import pytest

from e2e.ports import free_port


def test_no_port_is_given_twice() -> None:
    ports = [free_port() for _ in range(50)]
    assert len(ports) == len(set(ports))


def test_one_that_somebody_listens_on_is_not_given() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", free_port() + 1))
        listening.listen()
        taken = listening.getsockname()[1]
        assert taken not in {free_port() for _ in range(5)}


def test_none_is_given_that_an_outgoing_connection_may_take() -> None:
    outgoing = Path("/proc/sys/net/ipv4/ip_local_port_range")
    if not outgoing.exists():
        pytest.skip("only Linux says which ports outgoing connections get")
    assert free_port() < int(outgoing.read_text().split()[0])
