"""What does the scaler say of a cluster that doesn't tell it what it asks? And whom `POST /wake` doesn't wake."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Never

import aiohttp

from adapter.kube.external_metrics import ExternalMetricValue
from adapter.kube.meta import NamespacedName
from adapter.process.sites import ListenAddress, serving
from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Rescale
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import MetricUnavailable
from scaler.api.types import (
    CrossVersionObjectReference,
    ExternalMetricSource,
    MetricIdentifier,
    MetricTarget,
    Milli,
    ObjectMetricSource,
    ZeroSpec,
)
from scaler.cluster.custom_metrics import CustomMetrics
from scaler.cluster.external_metrics import reading_of_items
from scaler.cluster.kinds import Kinds, UnknownKindError
from scaler.cluster.namespace_watches import NamespaceWatches
from scaler.cluster.unlisted import unlisted
from scaler.controller.contest import NO_CONTEST
from scaler.controller.mark import mark
from scaler.controller.marking import WorkByPod
from scaler.controller.observe import Seen
from scaler.site import probes
from scaler.telemetry.metrics import ScalerMetrics
from scaler.wake import Waker
from tests.golden.mistakes.shown import shown
from tests.support.builders import SETTINGS, observation, spec
from tests.support.clock import ManualClock
from tests.support.fake_marks import FakePodWork
from tests.support.http_peer import json_answer
from tests.support.metric_builders import external_average
from tests.unit.scaler.cluster.clients import client_of
from tests.unit.scaler.controller.seen import autoscaler, target, world
from tests.unit.scaler.leadership.candidates import contest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scaler.algorithm.model import MetricReading
    from scaler.api.autoscaler import Autoscaler

_LAG = MetricIdentifier(name="lag")
_BACKLOG = external_average(0)
_JOBS = external_average(2, target=1, name="jobs_running")
_ANYWHERE = ListenAddress(host="127.0.0.1", port=0)


def reads() -> Iterator[str]:
    """Metrics and kinds."""
    item = ExternalMetricValue(metric_name="lag", metric_labels=None, timestamp="2026-01-01T12:00:00Z", value="many")
    for name, reading in (
        ("a value that is none", reading_of_items("jobs", _LAG, [item])),
        ("no value of an object", asyncio.run(_of_an_object())),
    ):
        assert isinstance(reading, MetricUnavailable), name
        yield from shown(name, [reading.message])
    yield from shown("a kind that a group doesn't have", [asyncio.run(_kind())])
    yield from shown("work of Pods that have no names", [asyncio.run(_nameless())])


async def _of_an_object() -> MetricReading:
    ingress = CrossVersionObjectReference(kind="Ingress", name="main", api_version="networking.k8s.io/v1")
    metric = ObjectMetricSource(described_object=ingress, metric=_LAG, target=MetricTarget(type="Value"))
    kind = {"resources": [{"name": "ingresses", "kind": "Ingress", "namespaced": True}]}
    async with client_of(json_answer(kind), json_answer({}), json_answer({"items": []})) as (client, _):
        custom = CustomMetrics(client=client, kinds=Kinds(client=client, clock=ManualClock()))
        return await custom.read_object("jobs", metric)


async def _kind() -> str:
    versions = {"versions": [{"version": "v1"}], "preferredVersion": {"version": "v1"}}
    async with client_of(json_answer(versions), json_answer({"resources": []})) as (client, _):
        try:
            await Kinds(client=client, clock=ManualClock()).in_group("example.dev", "Widget")
        except UnknownKindError as error:
            return str(error)
    raise AssertionError("it was found")


async def _nameless() -> str:
    assert isinstance(_JOBS.spec, ExternalMetricSource)
    zero = ZeroSpec(in_flight=_JOBS.spec, in_flight_pod_label="pod")
    made = world(_BACKLOG)
    work = FakePodWork(work=WorkByPod(by_pod={}, nameless=Milli(4000)))
    rescale = Rescale(current=5, desired=2, reason="because")
    decision = replace(decide(observation(_BACKLOG), Memory.empty(), SETTINGS), rescale=rescale)
    seen = Seen(observation=observation(_BACKLOG, zero=zero), target=target(5))
    wanted = autoscaler(spec(_BACKLOG, min_replicas=0, max_replicas=10, zero=zero))
    return (await mark(wanted, decision, seen, NO_CONTEST, replace(made.ports, pod_work=work))).because


@dataclass(slots=True)
class _Silent:
    """A watch that lists nothing."""

    path: str
    trouble: str = ""
    heard_at: float = 0.0
    synced: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> Never:
        await asyncio.Event().wait()
        raise AssertionError


def watches() -> Iterator[str]:
    """What is not there yet: for a probe, and in the place of a reading."""
    return iter(asyncio.run(_watches()))


async def _watches() -> list[str]:
    forbidden = _Silent("/apis/apps/v1/deployments", "GET /apis/apps/v1/deployments: 403 Forbidden: not you")
    async with contest() as held:
        elector = (await held.enter("a", hangs=True)).elector
        await held.clock.advance(1)
        lease = elector.obstacle()
    return [
        *shown("nothing is listed", [unlisted([_Silent("/api/v1/namespaces/jobs/pods"), forbidden])]),
        *shown("no answer about the lease", [lease]),
        *shown("a namespace that nobody needs", [await _trouble(None)]),
        *shown("a namespace that is not listed", [await _trouble("")]),
        *shown("a namespace that may not be listed", [await _trouble("403 Forbidden: not you")]),
    ]


async def _trouble(why: str | None) -> str:
    """Of a namespace's Pods; None is without an autoscaler in it."""
    wanted: Autoscaler = replace(autoscaler(), key=NamespacedName("jobs", "worker"))
    watches = NamespaceWatches(
        what="pods",
        find=lambda _: wanted,
        needs=lambda _: True,
        start=lambda namespace: _Silent(namespace, why or ""),
        stopped=lambda _: None,
        patience_seconds=0.01,
    )
    if why is not None:
        watches.changed(wanted.id)
    return await watches.trouble("jobs")


def wakes() -> Iterator[str]:
    return iter(asyncio.run(_wakes()))


async def _wakes() -> list[str]:
    leading, following = (_waker(leads=leads) for leads in (True, False))
    calls = ("{", "{}", '{"autoscalers": ["worker"]}', '{"autoscalers": ["jobs/worker"]}')
    lines: list[str] = []
    for body in calls:
        lines += shown(body, [await _woken(leading, body)])
    lines += shown(f"{calls[-1]}, not leading", [await _woken(following, calls[-1])])
    return lines


def _waker(*, leads: bool) -> Waker:
    """That of a scaler that knows nobody."""
    return Waker(leads=lambda: leads, find=lambda _: None, woken=lambda _: None, due_now=lambda _: None)


async def _woken(waker: Waker, body: str) -> str:
    app = probes({}, ScalerMetrics(), waker)
    async with (
        serving(app, _ANYWHERE) as site,
        aiohttp.request("POST", f"{site.url}/wake", data=body.encode()) as answer,
    ):
        return f"{answer.status} {await answer.text()}"
