"""What is the story? Idle, a burst, drained, a human's zero, the metrics API, the human's scale-up."""

import asyncio
import json
from collections.abc import Sequence
from typing import Final

import msgspec

from e2e.demo import pace
from e2e.demo.cluster import SCALER, ClusterError
from e2e.demo.stage import Stage
from e2e.demo.telling import Chapter, DidNotError
from e2e.demo.witness import DEPLOYMENTS, Sample, Sight, Write, now

_BURST: Final = 200
_PAUSE_BURST: Final = 300
_MORE: Final = 40
_HOLD_SECONDS: Final = 8.0
_WORKER: Final = f"{DEPLOYMENTS}/worker"
_METRIC: Final = (
    "/apis/external.metrics.k8s.io/v1beta1/namespaces/default/queue_consumer_lag?labelSelector=name%3Dworker_tasks"
)


async def _idle(stage: Stage) -> Sequence[str]:
    sight = await stage.witness.until(_is_asleep)
    return (_writes_line(stage.witness.writes), _condition_line(sight, "ScaledToZero"))


async def _burst(stage: Stage) -> Sequence[str]:
    witness, needed, begin = stage.witness, pace.needed_replicas(_BURST), now()
    await witness.put(_BURST)
    await witness.until(lambda sight: bool(sight.spec_replicas))
    await witness.until(lambda sight: (sight.visible or 0) > 0)
    writes = [write for write in witness.writes if write.at_seconds >= begin]
    visible = [each for each in witness.samples if each.at_seconds >= begin and each.visible >= _BURST]
    if not visible or [write.spec_replicas for write in writes] != [needed]:
        raise DidNotError(f"{needed} replicas were expected in one write; {_writes_line(writes)}")
    await witness.until(lambda sight: sight.ready_replicas == needed)
    return (
        f"{_BURST} tasks need ceil({_BURST} / {pace.TASKS_PER_REPLICA}) = {needed} workers; {_writes_line(writes)}",
        f"from the sample visible in Prometheus to the write of /scale: {_seconds(visible[0], writes[0])}",
    )


async def _drained(stage: Stage) -> Sequence[str]:
    begin = now()
    await stage.witness.until(lambda sight: sight.visible == 0)
    empty = now()
    sight = await stage.witness.until(_is_asleep)
    writes = [write for write in stage.witness.writes if write.at_seconds >= begin]
    early = [write for write in writes if write.spec_replicas == 0 and write.at_seconds < empty]
    if early:
        raise DidNotError("zero was written before Prometheus showed an empty queue")
    held = f"{now() - empty:.1f} s after Prometheus showed an empty queue"
    return (
        f"{_writes_line(writes)}; zero {held} (stabilization {pace.STABILIZATION_SECONDS} s)",
        _condition_line(sight, "ScaledToZero"),
    )


async def _manual_zero(stage: Stage) -> Sequence[str]:
    witness = stage.witness
    await witness.put(_PAUSE_BURST)
    await witness.until(lambda sight: bool(sight.spec_replicas) and sight.ready_replicas > 0)
    stage.screen.say("the worker runs and has a backlog; now, as a human: kubectl scale deployment worker --replicas=0")
    await stage.cluster.scale(_WORKER, 0)
    await witness.until(lambda sight: sight.spec_replicas == 0)
    zeroed = now()
    await witness.until(_is_paused)
    before = witness.sight.waiting or 0
    for _ in range(2):
        await witness.put(_MORE)
        await asyncio.sleep(_HOLD_SECONDS / 2)
    sight = await witness.until(lambda sight: sight.visible == sight.waiting)
    undone = [write for write in witness.writes if write.at_seconds > zeroed]
    if undone or not _is_paused(sight) or (sight.waiting or 0) <= before:
        raise DidNotError(f"a human's zero did not stay: {_writes_line(undone)}")
    held = now() - zeroed
    return (
        f"{_writes_line(witness.writes[-1:])}; the backlog grew from {before} to {sight.waiting} tasks",
        f"and nobody woke the worker for {held:.1f} s, {held / pace.WAKE_SECONDS:.0f} wake intervals",
        f"state {sight.state}; {_condition_line(sight, 'ScalingActive')}",
    )


async def _metrics_api(stage: Stage) -> Sequence[str]:
    stage.screen.say(f"kubectl get --raw '{_METRIC}'")
    waiting = str(stage.witness.sight.waiting)
    while True:  # the adapter may still answer from its cache; the chapter's deadline ends this
        try:
            body = await stage.cluster.raw(_METRIC)
        except ClusterError as error:
            raise DidNotError(str(error)) from error
        values = _decoded(body)
        if [(item.metric_labels, item.value) for item in values.items] == [({"name": "worker_tasks"}, waiting)]:
            break
        await asyncio.sleep(0.5)
    return (
        *json.dumps(json.loads(body), indent=2).splitlines(),
        f"the value is the {waiting} tasks that wait; it came through the aggregation proxy, over TLS",
    )


async def _resumed(stage: Stage) -> Sequence[str]:
    witness, begin = stage.witness, now()
    stage.screen.say("as a human: kubectl scale deployment worker --replicas=1")
    await stage.cluster.scale(_WORKER, 1)
    sight = await witness.until(
        lambda sight: (sight.spec_replicas or 0) > 1 and sight.condition("ScalingActive").status == "True"
    )
    writes = [write for write in witness.writes if write.at_seconds >= begin]
    if [write.manager == SCALER for write in writes[:2]] != [False, True]:
        raise DidNotError(f"first the human, then the autoscaler was expected; {_writes_line(writes)}")
    return (_writes_line(writes), f"state {sight.state}; {_condition_line(sight, 'ScalingActive')}")


CHAPTERS: Final = (
    Chapter(
        title="Idle: nothing waits, so the worker goes to zero",
        waits_for="spec.replicas 0 and the condition ScaledToZero=True",
        deadline_seconds=30,
        play=_idle,
    ),
    Chapter(
        title=f"A burst of {_BURST} tasks: awake, straight to the needed count",
        waits_for=f"{pace.needed_replicas(_BURST)} replicas in one write, and ready",
        deadline_seconds=20,
        play=_burst,
    ),
    Chapter(
        title="Drained: the work is done, so back to zero",
        waits_for="an empty queue, then spec.replicas 0 and ScaledToZero=True",
        deadline_seconds=45,
        play=_drained,
    ),
    Chapter(
        title="A human's zero is a pause: it stays, whatever the backlog",
        waits_for=f"the state Paused, and no write for {_HOLD_SECONDS:g} s while tasks are put",
        deadline_seconds=35,
        play=_manual_zero,
    ),
    Chapter(
        title="The same number for everybody: the external metrics API",
        waits_for="the backlog as the API server answers it",
        deadline_seconds=15,
        play=_metrics_api,
    ),
    Chapter(
        title="The human scales up: the autoscaler takes over again",
        waits_for="a write by the autoscaler and ScalingActive=True",
        deadline_seconds=20,
        play=_resumed,
    ),
)


class _Value(msgspec.Struct, rename="camel", frozen=True):
    metric_name: str
    value: str
    metric_labels: dict[str, str] | None = None


class _Values(msgspec.Struct, frozen=True):
    items: tuple[_Value, ...]


def _decoded(body: bytes) -> _Values:
    try:
        return msgspec.json.decode(body, type=_Values)
    except msgspec.DecodeError as error:
        raise DidNotError(f"no ExternalMetricValueList: {error}: {body.decode(errors='replace')}") from error


def _is_asleep(sight: Sight) -> bool:
    return sight.spec_replicas == 0 and sight.condition("ScaledToZero").status == "True"


def _is_paused(sight: Sight) -> bool:
    active = sight.condition("ScalingActive")
    return sight.state == "Paused" and (active.status, active.reason) == ("False", "ScalingDisabled")


def _writes_line(writes: Sequence[Write]) -> str:
    told = ", ".join(f"{write.spec_replicas} by {write.manager or 'a writer without a note'}" for write in writes)
    return f"spec.replicas written: {told or 'nothing'}"


def _condition_line(sight: Sight, kind: str) -> str:
    condition = sight.condition(kind)
    return f"{kind}={condition.status}/{condition.reason}: {condition.message}"


def _seconds(sample: Sample, write: Write) -> str:
    # The demo asks Prometheus every 50 ms, so the scaler may see a sample a little before it does.
    return f"{max(write.at_seconds - sample.at_seconds, 0.0):.2f} s"
