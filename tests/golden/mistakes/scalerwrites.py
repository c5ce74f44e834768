"""Why does the scaler not write a count, a status, a mark? And why not yet, or not any more."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec
from structlog.testing import capture_logs

from scaler.algorithm.decision import Event, EventType, Rescale, Withheld
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.types import CrossVersionObjectReference, OnDelete, ZeroSpec
from scaler.cluster.events import ClusterEvents
from scaler.cluster.fenced import FencedFinalizers, FencedStatuses
from scaler.cluster.pod_marks import PodPatches
from scaler.cluster.scales import ClusterScales
from scaler.cluster.statuses import ClusterStatuses
from scaler.cluster.workloads import WORKLOAD_KINDS, WireWorkload, WorkloadCache
from scaler.controller.marking import Marks
from scaler.controller.ports import NotMarked, NotWritten, Target, Written
from scaler.decisionlog.rotation import Rotation
from scaler.decisionlog.writer import DecisionLogError, Destination, open_decision_log
from tests.golden.mistakes.shown import shown
from tests.support.clock import ManualClock
from tests.support.http_peer import json_answer, status_answer, stream_answer
from tests.support.metric_builders import NOW
from tests.unit.scaler.cluster.clients import cached, client_of, scale_kinds
from tests.unit.scaler.controller.seen import autoscaler
from tests.unit.scaler.controller.syncing import asleep
from tests.unit.scaler.decisionlog.tallies import Counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.support.http_peer import Answer

_WORKER = CrossVersionObjectReference(kind="Deployment", name="worker", api_version="apps/v1")
_RESCALE = Rescale(current=3, desired=5, reason="because")
_CONFLICT = status_answer(409, reason="Conflict", message="the object has been modified")
_MADE_AGAIN = status_answer(422, reason="Invalid", message="the server rejected our request")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fenced:
    """A fence that stays as it is."""

    seconds: float = inf

    def leads(self) -> bool:
        return self.seconds > 0

    def remaining_seconds(self) -> float:
        return self.seconds


_NOT_LEADING, _HARDLY_LEADING = _Fenced(seconds=0), _Fenced(seconds=0.01)


def writes() -> Iterator[str]:
    return iter(asyncio.run(_writes()))


async def _writes() -> list[str]:
    counts: Mapping[str, tuple[Answer, ...]] = {
        "a count: it changed": (_CONFLICT, _worker(count=4)),
        "a count: somebody wrote the same": (_CONFLICT, _worker(manager="kubectl")),
        "a count: another object": (_CONFLICT, _worker(uid="uid-2")),
        "a count: paused": (_CONFLICT, _worker(annotations={"lagzero.dev/paused": "x"})),
    }
    lines: list[str] = []
    released = asyncio.Event()
    never = stream_answer(until=released)
    for name, answers in counts.items():
        lines += shown(name, [await _count(*answers)])
    lines += shown("a count: not leading", [await _count(fence=_NOT_LEADING)])
    lines += shown("a count: no answer", [await _count(never, fence=_HARDLY_LEADING)])
    lines += shown("a status: made again", [await _status(_MADE_AGAIN)])
    lines += shown("a status: not leading", [await _status(fence=_NOT_LEADING)])
    lines += shown("a status: no answer", [await _status(never, fence=_HARDLY_LEADING)])
    lines += shown("a finalizer: not leading", [await _finalizer(_NOT_LEADING)])
    lines += shown("a finalizer: no answer", [await _finalizer(_HARDLY_LEADING)])
    lines += shown("a mark: not leading", [await _mark(fence=_NOT_LEADING)])
    lines += shown("a mark: no answer", [await _mark(never, fence=_HARDLY_LEADING)])
    lines += shown("an event: refused", [await _event(status_answer(500, message="etcd is away"))])
    released.set()
    return lines


def _document(
    *, count: int = 3, uid: str = "uid-1", manager: str = "", annotations: dict[str, str] | None = None
) -> dict[str, Any]:
    entry = {"manager": manager, "operation": "Update", "fieldsV1": {"f:spec": {"f:replicas": {}}}}
    metadata = {
        "name": "worker",
        "namespace": "jobs",
        "uid": uid,
        "resourceVersion": "7",
        "annotations": annotations or {},
        "managedFields": [entry] if manager else [],
    }
    return {"metadata": metadata, "spec": {"replicas": count, "selector": {"matchLabels": {"app": "worker"}}}}


def _worker(
    *, count: int = 3, uid: str = "uid-1", manager: str = "", annotations: dict[str, str] | None = None
) -> Answer:
    return json_answer(_document(count=count, uid=uid, manager=manager, annotations=annotations))


async def _count(*answers: Answer, fence: _Fenced = _Fenced()) -> str:
    async with client_of(*answers) as (client, _):
        caches = {kind: WorkloadCache(kind) for kind in WORKLOAD_KINDS}
        caches[WORKLOAD_KINDS[0]].replaced([msgspec.convert(_document(), WireWorkload)], None)
        kinds = scale_kinds(client, cached(client, caches), ManualClock())
        scales = ClusterScales(kinds=kinds, fence=fence, clock=ManualClock())
        target = await scales.read("jobs", _WORKER)
        assert isinstance(target, Target)
        return _why(await scales.write(target, _RESCALE))


async def _status(*answers: Answer, fence: _Fenced = _Fenced()) -> str:
    async with client_of(*answers) as (client, _):
        fenced = FencedStatuses(ClusterStatuses(client=client), fence)
        return _why(await fenced.write(autoscaler(), AutoscalerStatus()))


class _Silent:
    """Finalizers of an API server that doesn't answer."""

    async def write(self, *_given: object) -> Written | NotWritten:
        await asyncio.Event().wait()
        return Written()


async def _finalizer(fence: _Fenced) -> str:
    return _why(await FencedFinalizers(_Silent(), fence).write(autoscaler(), ()))


async def _mark(*answers: Answer, fence: _Fenced) -> str:
    async with client_of(*answers) as (client, _):
        refused = await PodPatches(client=client, fence=fence).write("jobs", Marks(put=("a",)))
    assert isinstance(refused, NotMarked)
    return refused.message


async def _event(answer: Answer) -> str:
    """What the log says."""
    told = Event(type=EventType.WARNING, reason="FailedGetExternalMetric", message="down")
    async with client_of(answer) as (client, _):
        with capture_logs() as logged:
            await ClusterEvents(client=client).publish(autoscaler(), [told], NOW)
    return "; ".join(f"{entry['event']}: {entry['reason']}" for entry in logged)


def _why(answer: Written | NotWritten) -> str:
    assert isinstance(answer, NotWritten)
    return answer.message


def farewells() -> Iterator[str]:
    """A sleeper that is deleted: its event, and what stands in the place of a write."""
    return iter(asyncio.run(_farewells()))


async def _farewells() -> list[str]:
    restored = await asleep(ZeroSpec(on_delete=OnDelete.RESTORE))
    restored.delete()
    await restored.sync_after(1)
    woken = await asleep(ZeroSpec())
    woken.human_scales(20)
    woken.delete()
    done = await woken.sync_after(1)
    assert isinstance(done.outcome, Withheld)
    return [
        *shown("a sleeper", [restored.message("WokenUp")]),
        *shown("another one, which wants another count", [done.outcome.because]),
    ]


def decision_logs() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        place = str(Path(folder))
        try:
            with open_decision_log(Destination(place=place, rotation=Rotation(max_bytes=0, max_backups=1)), Counted()):
                pass
        except DecisionLogError as error:
            yield from shown("a folder", [str(error).replace(folder, "FOLDER")])
