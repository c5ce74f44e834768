"""Credentials that change while a program runs."""

from __future__ import annotations

import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
import pytest

from adapter.kube.access import Access, AccessError, Cluster, User
from adapter.kube.client import KubeClient
from adapter.kube.errors import Unauthorized
from tests.support.http_peer import HttpPeer, http_peer, json_answer, status_answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

PLUGIN = """
import json, pathlib, sys
runs = pathlib.Path(sys.argv[1])
count = len(runs.read_text()) + 1 if runs.exists() else 1
runs.write_text("x" * count)
if pathlib.Path(sys.argv[2]).exists():
    sys.exit("not logged in")
status = {"token": f"token-{count}"} | ({"expirationTimestamp": sys.argv[3]} if len(sys.argv) > 3 else {})
print(json.dumps({"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": status}))
"""
FINE = json_answer({})


@asynccontextmanager
async def client_of(peer: HttpPeer, user: User) -> AsyncIterator[KubeClient]:
    access = Access(cluster=Cluster(server=peer.url), user=user, origin="kubeconfig test")
    async with KubeClient.of(access, user_agent="lagzero/test") as client:
        yield client


def plugin(folder: Path, *expiry: str) -> User:
    arguments = ["-c", PLUGIN, str(folder / "runs"), str(folder / "broken"), *expiry]
    return User(exec={"apiVersion": "client.authentication.k8s.io/v1", "command": sys.executable, "args": arguments})


async def ask(client: KubeClient) -> None:
    await client.get("/version", msgspec.Raw)


def tokens(peer: HttpPeer) -> list[str | None]:
    return [received.headers.get("authorization") for received in peer.requests]


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        (User(), None),
        (User(token="abc"), "Bearer abc"),
        (User(username="me", password="pass"), "Basic bWU6cGFzcw=="),
    ],
)
async def test_plain_credentials_are_sent(user: User, expected: str | None) -> None:
    async with http_peer(FINE) as peer, client_of(peer, user) as client:
        await ask(client)
    assert tokens(peer) == [expected]


async def test_a_token_that_is_rotated_on_disk_is_taken_up(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("first\n")
    async with http_peer(FINE, FINE) as peer, client_of(peer, User(token_file=str(token))) as client:
        await ask(client)
        (tmp_path / "next").write_text("second\n")
        (tmp_path / "next").rename(token)
        await ask(client)
    assert tokens(peer) == ["Bearer first", "Bearer second"]


async def test_an_empty_or_missing_token_file_keeps_the_last_token(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("first")
    async with http_peer(FINE, FINE) as peer, client_of(peer, User(token_file=str(token))) as client:
        token.write_text("")
        await ask(client)
        token.unlink()
        await ask(client)
    assert tokens(peer) == ["Bearer first", "Bearer first"]


async def test_a_plugin_without_an_expiry_runs_once(tmp_path: Path) -> None:
    async with http_peer(FINE, FINE) as peer, client_of(peer, plugin(tmp_path)) as client:
        await ask(client)
        await ask(client)
    assert tokens(peer) == ["Bearer token-1", "Bearer token-1"]


async def test_a_plugin_runs_again_when_its_token_has_expired(tmp_path: Path) -> None:
    async with http_peer(FINE) as peer, client_of(peer, plugin(tmp_path, "2020-01-01T00:00:00Z")) as client:
        await ask(client)
    assert tokens(peer) == ["Bearer token-2"]


async def test_a_plugin_runs_again_after_a_401(tmp_path: Path) -> None:
    user = plugin(tmp_path, "2999-01-01T00:00:00Z")
    async with http_peer(status_answer(401), FINE) as peer, client_of(peer, user) as client:
        with pytest.raises(Unauthorized):
            await ask(client)
        await ask(client)
    assert tokens(peer) == ["Bearer token-1", "Bearer token-2"]


async def test_a_plugin_that_fails_later_keeps_the_last_token_and_rests(tmp_path: Path) -> None:
    async with http_peer(FINE, FINE) as peer, client_of(peer, plugin(tmp_path, "2020-01-01T00:00:00Z")) as client:
        (tmp_path / "broken").touch()
        await ask(client)
        await ask(client)
    assert tokens(peer) == ["Bearer token-1", "Bearer token-1"]
    assert (tmp_path / "runs").read_text() == "xx"


async def test_a_plugin_that_fails_at_the_start_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "broken").touch()
    async with http_peer() as peer:
        with pytest.raises(AccessError, match=r"^kubeconfig test: can't load the credentials: .*not logged in"):
            async with client_of(peer, plugin(tmp_path)):
                pass


async def test_a_plugin_that_is_not_installed_is_one_clear_line(tmp_path: Path) -> None:
    user = User(exec={"apiVersion": "client.authentication.k8s.io/v1", "command": str(tmp_path / "gone")})
    async with http_peer() as peer:
        with pytest.raises(AccessError, match=r"can't load the credentials: .*No such file"):
            async with client_of(peer, user):
                pass
