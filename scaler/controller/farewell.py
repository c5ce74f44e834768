"""What becomes of a sleeping workload whose autoscaler is deleted? `spec.zero.onDelete: Restore` brings it back first.

A finalizer holds the autoscaler for that, only while the workload sleeps by our hand. A human's pause is respected, and
nothing holds the autoscaler for long: what can't be restored in time stays at zero, and that is said.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from scaler.algorithm.decision import (
    Accepted,
    Decision,
    Event,
    EventType,
    NotNeeded,
    Outcome,
    Rejected,
    Rescale,
    Withheld,
)
from scaler.algorithm.model import ScaleUnavailable
from scaler.api.autoscaler import FINALIZER, Autoscaler
from scaler.api.conditions import OwnReason
from scaler.api.types import Mode, OnDelete
from scaler.controller.observe import Seen
from scaler.controller.ports import NotWritten, Scales
from scaler.controller.sync import Sync
from scaler.controller.wording import target_name

REFUSED_FOR: Final = timedelta(seconds=30)
"""So long a count that can't be written is tried again."""
UNSEEN_FOR: Final = timedelta(seconds=5)
"""So long a target that can't be read is waited for: mostly it was deleted together with its autoscaler."""

_REASON: Final = "the autoscaler is deleted, and spec.zero.onDelete is Restore"
_NO_MORE: Final = "the autoscaler is being deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class LettingGo:
    """The finalizer may go; `because` is why the workload stays at zero all the same, empty in the ordinary case."""

    because: str = ""


def is_to_hold(autoscaler: Autoscaler, decision: Decision) -> bool:
    """Does the workload sleep by our hand, or is it about to, so that a deletion has to wait for its restoring?"""
    if not _restores(autoscaler):
        return False
    goes_to_sleep = decision.rescale is not None and decision.rescale.desired == 0
    return goes_to_sleep or _sleeps(decision)


async def bid_farewell(autoscaler: Autoscaler, decision: Decision, seen: Seen, scales: Scales) -> Outcome:
    """In the place of every other write, once the autoscaler is deleted: none, or the one that restores."""
    if seen.target is None or not autoscaler.is_held or not _is_to_restore(autoscaler, decision, seen):
        return NotNeeded() if decision.rescale is None else Withheld(because=_NO_MORE)
    rescale = Rescale(current=0, desired=max(1, autoscaler.spec.min_replicas), reason=_REASON)
    answer = await scales.write(seen.target, rescale)
    if isinstance(answer, NotWritten):
        return Rejected(rescale=rescale, message=answer.message)
    return Accepted(rescale=rescale)


def letting_go(autoscaler: Autoscaler, sync: Sync) -> LettingGo | None:
    """After the farewell: may the autoscaler go now? None: not yet, or it isn't held."""
    if not autoscaler.is_held or autoscaler.deleting is None:
        return None
    waited = sync.observation.now - autoscaler.deleting
    if not _restores(autoscaler):
        return LettingGo()
    scale, outcome = sync.observation.scale, sync.outcome
    if isinstance(scale, ScaleUnavailable):
        return _once_over(waited, UNSEEN_FOR, scale.message)
    if isinstance(outcome, Rejected):
        return _once_over(waited, REFUSED_FOR, outcome.message)
    return LettingGo()


def not_restored(autoscaler: Autoscaler, because: str) -> Event:
    text = f"{target_name(autoscaler.spec)} could not be restored, and stays as it is: {because}. Scale it up by hand"
    return Event(type=EventType.WARNING, reason=OwnReason.RESTORE_FAILED, message=text)


def not_held(autoscaler: Autoscaler, because: str) -> Event:
    text = (
        f"the finalizer {FINALIZER} could not be set: if the autoscaler is deleted now, {target_name(autoscaler.spec)} "
        f"stays at zero: {because}"
    )
    return Event(type=EventType.WARNING, reason=OwnReason.FINALIZER_MISSING, message=text)


def _once_over(waited: timedelta, limit: timedelta, because: str) -> LettingGo | None:
    """A clock that was set back counts as time that is over, lest it holds the autoscaler for long."""
    return None if timedelta(0) <= waited < limit else LettingGo(because=because)


def _restores(autoscaler: Autoscaler) -> bool:
    zero = autoscaler.spec.zero
    return zero.on_delete is OnDelete.RESTORE and zero.mode is Mode.ACTIVE and autoscaler.companion is None


def _is_to_restore(autoscaler: Autoscaler, decision: Decision, seen: Seen) -> bool:
    """Not what a human has paused, by a zero or by an annotation; what else forbids a count is no matter any more."""
    return _restores(autoscaler) and _sleeps(decision) and seen.observation.pause is None


def _sleeps(decision: Decision) -> bool:
    return decision.current == 0 and bool(decision.memory.activation.scaled_to_zero)
