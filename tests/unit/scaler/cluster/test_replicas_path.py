"""Claims about `scaler.cluster.replicas_path`: in which field a custom kind keeps its count."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adapter.kube.errors import ApiError
from scaler.cluster.discovered import Discovered
from scaler.cluster.replicas_path import USUAL_PATH, is_custom, replicas_path
from tests.support.http_peer import json_answer, status_answer
from tests.unit.scaler.cluster.clients import client_of

if TYPE_CHECKING:
    from tests.support.http_peer import Answer


def kind_of(group: str) -> Discovered:
    return Discovered(group=group, version="v1", kind="Widget", plural="widgets", namespaced=True, has_scale=True)


WIDGET = kind_of("example.dev")


def definition(path: str, version: str = "v1") -> Answer:
    named = {"name": version, "subresources": {"scale": {"specReplicasPath": path}}}
    return json_answer({"spec": {"versions": [{"name": "v0"}, named]}})


async def test_the_definition_says_it() -> None:
    async with client_of(definition(".spec.job.parallelism")) as (client, peer):
        found = await replicas_path(client, WIDGET)
    asked = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.dev"
    assert (("spec", "job", "parallelism"), asked) == (found, peer.requests[0].path)


@pytest.mark.parametrize(
    "answer",
    [status_answer(403), status_answer(404), definition(".spec.size", version="v2"), definition("")],
    ids=["forbidden", "no definition", "another version", "no scale"],
)
async def test_without_a_word_of_it_it_is_the_usual_one(answer: Answer) -> None:
    async with client_of(answer) as (client, _):
        assert USUAL_PATH == await replicas_path(client, WIDGET)


@pytest.mark.parametrize("code", [401, 429, 500])
async def test_an_answer_that_says_nothing_is_not_taken_for_one(code: int) -> None:
    async with client_of(status_answer(code)) as (client, _):
        with pytest.raises(ApiError):
            await replicas_path(client, WIDGET)


@pytest.mark.parametrize(("group", "custom"), [("", False), ("apps", False), ("example.dev", True)])
async def test_the_api_servers_own_kinds_are_not_asked_for(group: str, custom: bool) -> None:
    kind = kind_of(group)
    assert custom is is_custom(kind)
    if not custom:
        async with client_of() as (client, peer):
            assert (USUAL_PATH, []) == (await replicas_path(client, kind), peer.requests)
