"""What does the cluster's aggregator learn of us? Its two steps replayed: discovery as a whole, else by group version.

Source: kube-aggregator/pkg/apiserver/handler_discovery.go fetchFreshDiscoveryForService (v1.37).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from tests.support.api_server import GROUP_VERSION, ScriptedProvider, api_server

if TYPE_CHECKING:
    import aiohttp

_V2 = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
_LAG = ("queue_consumer_lag", "ExternalMetricValueList")
_DEPTH = ("queue_depth", "ExternalMetricValueList")


@dataclass(slots=True)
class Aggregator:
    """One that knows the aggregated form, if `accept` says so; it remembers what it learnt, and by which tag."""

    accept: str = _V2
    learnt: set[tuple[str, str]] = field(default_factory=set)
    asked: list[tuple[str, int]] = field(default_factory=list)
    _tag: str = ""

    async def poll(self, server: aiohttp.ClientSession) -> None:
        """Resources with the kind that they are answered with; what hasn't changed is kept."""
        async with server.get("/apis", headers={"Accept": self.accept, "If-None-Match": self._tag}) as answer:
            self.asked.append(("/apis", answer.status))
            if answer.status == 304:
                return
            if answer.status == 200 and answer.headers["Content-Type"] == _V2:
                self._tag = answer.headers["ETag"]
                [group] = (await answer.json())["items"]
                [version] = group["versions"]
                found = ((each["resource"], each["responseKind"]["kind"]) for each in version["resources"])
                self.learnt = set(found)
                return
        async with server.get(GROUP_VERSION, headers={"Accept": "application/json"}) as answer:
            self.asked.append((GROUP_VERSION, answer.status))
            self.learnt = {(each["name"], each["kind"]) for each in (await answer.json())["resources"]}


async def test_one_step_tells_everything() -> None:
    aggregator = Aggregator()
    async with api_server() as server:
        await aggregator.poll(server.caller)
    assert ({_LAG}, [("/apis", 200)]) == (aggregator.learnt, aggregator.asked)


async def test_the_next_step_is_a_confirmation() -> None:
    aggregator = Aggregator()
    async with api_server() as server:
        for _ in range(3):
            await aggregator.poll(server.caller)
    assert ({_LAG}, [200, 304, 304]) == (aggregator.learnt, [status for _, status in aggregator.asked])


async def test_new_metrics_are_learnt_with_the_next_step() -> None:
    aggregator, provider = Aggregator(), ScriptedProvider()
    async with api_server(provider) as server:
        await aggregator.poll(server.caller)
        provider.names = ("queue_consumer_lag", "queue_depth")
        await aggregator.poll(server.caller)
    assert {_LAG, _DEPTH} == aggregator.learnt


@pytest.mark.parametrize("accept", ["application/json", f"{_V2.replace('v=v2', 'v=v1')},application/json"])
async def test_one_that_does_not_know_the_whole_learns_the_same_in_two_steps(accept: str) -> None:
    aggregator = Aggregator(accept=accept)
    async with api_server() as server:
        await aggregator.poll(server.caller)
    assert ({_LAG}, [("/apis", 200), (GROUP_VERSION, 200)]) == (aggregator.learnt, aggregator.asked)


async def test_without_any_metric_there_is_one_entry_all_the_same() -> None:
    aggregator = Aggregator()
    async with api_server(ScriptedProvider(names=())) as server:
        await aggregator.poll(server.caller)
    assert {("externalmetrics", "ExternalMetricValueList")} == aggregator.learnt
