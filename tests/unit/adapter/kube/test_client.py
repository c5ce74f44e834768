"""Calls to an API server, a real HTTP server on loopback."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
import pytest

from adapter.kube.access import Access, Cluster, User
from adapter.kube.client import KubeClient
from adapter.kube.errors import (
    ApiError,
    Conflict,
    Forbidden,
    Gone,
    Invalid,
    NotFound,
    ServerError,
    TooManyRequests,
    Unauthorized,
    Unreachable,
)
from adapter.kube.meta import ObjectMeta
from tests.support.http_peer import HttpPeer, http_peer, json_answer, silence, status_answer, stream_answer, text_answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PATH = "/api/v1/namespaces/jobs/configmaps/settings"
SETTINGS = {"metadata": {"name": "settings", "resourceVersion": "7"}, "data": {"a": "1"}}


class ConfigMap(msgspec.Struct, rename="camel", omit_defaults=True):
    metadata: ObjectMeta
    data: dict[str, str] = {}


@asynccontextmanager
async def client_of(peer: HttpPeer, user: User | None = None, deadline_seconds: float = 5) -> AsyncIterator[KubeClient]:
    access = Access(cluster=Cluster(server=peer.url), user=user or User())
    async with KubeClient.of(access, user_agent="lagzero/test", deadline_seconds=deadline_seconds) as client:
        yield client


async def test_an_object_is_decoded_into_the_type_that_was_asked_for() -> None:
    async with http_peer(json_answer(SETTINGS)) as peer, client_of(peer) as client:
        found = await client.get(PATH, ConfigMap)
    assert found == ConfigMap(metadata=ObjectMeta(name="settings", resource_version="7"), data={"a": "1"})


async def test_parameters_arrive_as_they_were_given() -> None:
    params = {"labelSelector": "a in (x,y),b!=z w", "limit": "500"}
    async with http_peer(json_answer(SETTINGS)) as peer, client_of(peer) as client:
        await client.get(PATH, ConfigMap, params=params)
    assert params == peer.requests[0].query


async def test_we_name_ourselves_and_ask_for_json() -> None:
    async with http_peer(json_answer(SETTINGS)) as peer, client_of(peer) as client:
        await client.get(PATH, ConfigMap)
    headers = peer.requests[0].headers
    assert (headers["user-agent"], headers["accept"]) == ("lagzero/test", "application/json")


async def test_create_replace_and_delete_use_their_verbs_and_bodies() -> None:
    body = ConfigMap(metadata=ObjectMeta(name="settings"), data={"a": "1"})
    answers = [json_answer(SETTINGS, code=201), json_answer(SETTINGS), json_answer({"status": "Success"})]
    async with http_peer(*answers) as peer, client_of(peer) as client:
        await client.create("/api/v1/namespaces/jobs/configmaps", body, ConfigMap)
        await client.replace(PATH, body, ConfigMap)
        await client.delete(PATH)
    assert [received.method for received in peer.requests] == ["POST", "PUT", "DELETE"]
    assert [msgspec.json.decode(received.body) for received in peer.requests[:2]] == [
        {"metadata": {"name": "settings"}, "data": {"a": "1"}}
    ] * 2


async def test_a_merge_patch_says_what_it_is_and_who_writes() -> None:
    async with http_peer(json_answer(SETTINGS)) as peer, client_of(peer) as client:
        await client.merge_patch(PATH, {"data": {"a": None}}, ConfigMap, field_manager="lagzero")
    received = peer.requests[0]
    assert received.method == "PATCH"
    assert received.headers["content-type"] == "application/merge-patch+json"
    assert received.query == {"fieldManager": "lagzero"}
    assert msgspec.json.decode(received.body) == {"data": {"a": None}}


async def test_server_side_apply_says_what_it_is_and_whether_it_forces() -> None:
    async with http_peer(json_answer(SETTINGS)) as peer, client_of(peer) as client:
        await client.apply(PATH, {"data": {}}, ConfigMap, field_manager="lagzero", force=True)
    received = peer.requests[0]
    assert received.headers["content-type"] == "application/apply-patch+yaml"
    assert received.query == {"fieldManager": "lagzero", "force": "true"}


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (401, Unauthorized),
        (403, Forbidden),
        (404, NotFound),
        (409, Conflict),
        (410, Gone),
        (422, Invalid),
        (500, ServerError),
    ],
)
async def test_each_refusal_is_an_error_of_its_own_kind(code: int, kind: type[ApiError]) -> None:
    async with http_peer(status_answer(code, message="no")) as peer, client_of(peer) as client:
        with pytest.raises(kind) as caught:
            await client.get(PATH, ConfigMap)
    assert (caught.value.code, caught.value.message) == (code, "no")


async def test_an_error_says_what_was_asked() -> None:
    refusal = status_answer(404, reason="NotFound", message="no such thing")
    async with http_peer(refusal) as peer, client_of(peer) as client:
        with pytest.raises(NotFound, match=f"^GET {PATH}: 404 NotFound: no such thing$"):
            await client.get(PATH, ConfigMap)


async def test_retry_after_comes_along() -> None:
    refusal = status_answer(429, headers={"Retry-After": "7"})
    async with http_peer(refusal) as peer, client_of(peer) as client:
        with pytest.raises(TooManyRequests) as caught:
            await client.get(PATH, ConfigMap)
    assert caught.value.retry_after_seconds == 7


async def test_a_refusal_in_plain_text_is_a_refusal() -> None:
    async with http_peer(text_answer("upstream is down", code=503)) as peer, client_of(peer) as client:
        with pytest.raises(ServerError, match=r"503.*upstream is down"):
            await client.get(PATH, ConfigMap)


@pytest.mark.parametrize("answer", [text_answer("<html>"), json_answer({"data": {}}), json_answer([])])
async def test_a_success_that_is_something_else_is_an_error(answer: object) -> None:
    async with http_peer(answer) as peer, client_of(peer) as client:  # type: ignore[arg-type] # parametrize loses it
        with pytest.raises(ServerError, match="the answer is not the ConfigMap that was asked for"):
            await client.get(PATH, ConfigMap)


async def test_a_silent_server_is_unreachable_after_the_deadline() -> None:
    async with http_peer(silence()) as peer, client_of(peer, deadline_seconds=0.05) as client:
        with pytest.raises(Unreachable, match=f"GET {PATH}: .*no answer in time"):
            await client.get(PATH, ConfigMap)


async def test_a_server_that_is_not_there_is_unreachable() -> None:
    async with http_peer() as peer:
        pass
    async with client_of(peer) as client:
        with pytest.raises(Unreachable, match=r"no connection: .*refused|no connection: Connect call failed"):
            await client.get(PATH, ConfigMap)


async def test_an_answer_that_breaks_off_is_unreachable() -> None:
    async with http_peer(stream_answer(b'{"metadata"', then_cut=True)) as peer, client_of(peer) as client:
        with pytest.raises(Unreachable, match=r"the connection broke|no connection"):
            await client.get(PATH, ConfigMap)


async def test_no_error_holds_a_token_or_a_parameter() -> None:
    async with http_peer(silence()) as peer, client_of(peer, User(token="s3cret"), deadline_seconds=0.05) as client:
        with pytest.raises(Unreachable) as caught:
            await client.get(PATH, ConfigMap, params={"labelSelector": "private"})
    shown = f"{caught.value} {caught.value!r} {caught.value.__dict__}"
    assert "s3cret" not in shown
    assert "private" not in shown


def test_a_client_outside_its_block_is_a_bug() -> None:
    client = KubeClient.of(Access(cluster=Cluster(server="http://127.0.0.1:1")), user_agent="x")
    with pytest.raises(RuntimeError, match="async with"):
        client.get(PATH, ConfigMap).send(None)
