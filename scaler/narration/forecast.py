"""When may the count change at the earliest? The same observation decided again, later and later, until it does."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, Decision, NotNeeded, Rescale
from scaler.algorithm.model import Observation, ReplicasWriter, Scale, SelectorFault, WriterKind
from scaler.algorithm.settle import settle
from scaler.api.states import AutoscalerState
from scaler.api.types import Mode
from scaler.decisionlog.record import Record
from scaler.narration.account import NextChange
from scaler.narration.figures import counted, length

HORIZON: Final = timedelta(hours=1)


def next_change(record: Record, sync_period: timedelta) -> NextChange:
    """Looks `sync_period` apart, at most an hour ahead. Nobody knows the metrics of tomorrow: they stay as they are."""
    for obstacle in _obstacles(record):
        return obstacle
    now = record.observation.now
    for at, decision in _looks(record, sync_period):
        if decision.rescale is not None:
            count = counted(decision.rescale.desired, "replica")
            return NextChange(
                text=f"in {length(at - now)}, to {count}, if the metrics stay as they are",
                at=at,
                replicas=decision.rescale.desired,
            )
    return NextChange(text="not within an hour, if the metrics stay as they are")


def _obstacles(record: Record) -> Iterator[NextChange]:
    """What no metric can change, or no metric was read for; the first that there is tells."""
    seen, state = record.observation, record.decision.state
    if not isinstance(seen.scale, Scale):
        yield NextChange(text="unknown: the target's scale can't be read")
    if seen.obstacle is not None:
        yield NextChange(text="not before what is wrong with the autoscaler is put right")
    yield from _pauses(seen, state)
    if seen.spec.zero.mode is Mode.SHADOW:
        yield NextChange(text="not by this autoscaler: spec.zero.mode is Shadow")
    if isinstance(seen.pods, SelectorFault):
        yield NextChange(text="not before the target's selector can be used")
    if record.decision.workings.recommended is None:
        yield NextChange(text="unknown: the metrics are read at the next look")


def _pauses(seen: Observation, state: AutoscalerState | None) -> Iterator[NextChange]:
    if state is AutoscalerState.PAUSED:
        yield NextChange(text="not by itself: somebody has to scale it up")
    if state is AutoscalerState.PAUSED_EXPLICITLY:
        until = None if seen.pause is None else seen.pause.until
        if until is not None:
            yield NextChange(text="when the pause ends", at=until)
        yield NextChange(text="not before the annotation lagzero.dev/paused is gone (lagzero resume)")


def _looks(record: Record, sync_period: timedelta) -> Iterator[tuple[datetime, Decision]]:
    """Every look until the horizon, as if none of them moved the count."""
    memory = record.decision.memory
    seen = _as_left(record)
    for number in range(1, HORIZON // sync_period + 1):
        at = record.observation.now + number * sync_period
        decision = decide(replace(seen, now=at), memory, record.settings)
        yield at, decision
        memory = settle(decision, NotNeeded(), seen, record.settings).memory


def _as_left(record: Record) -> Observation:
    """The observation with the count that an accepted write has left."""
    if not isinstance(record.outcome, Accepted):
        return record.observation
    return _moved(record.observation, record.outcome.rescale)


def _moved(seen: Observation, rescale: Rescale) -> Observation:
    assert isinstance(seen.scale, Scale)
    scale = replace(seen.scale, spec_replicas=rescale.desired, status_replicas=rescale.desired)
    writer = ReplicasWriter(kind=WriterKind.OURS, manager="", at=seen.now)
    return replace(seen, scale=scale, replicas_writer=writer, pods=seen.pods if rescale.desired else ())
