"""Which word stands in `status.state` after a sync? What is in the way, else what the workload is. Pure."""

from typing import Final

from scaler.algorithm.model import Scale, SelectorFault
from scaler.api.states import AutoscalerState, Obstruction
from scaler.controller.contest import Contest
from scaler.controller.sync import Sync

_AT_WORK: Final = frozenset({AutoscalerState.ACTIVE, AutoscalerState.SCALED_TO_ZERO})


def shown_state(sync: Sync, contest: Contest) -> AutoscalerState | Obstruction | None:
    """None where nothing new is known, and the word stays that stands there."""
    seen, state = sync.observation, sync.decision.state
    if seen.obstacle is not None:
        return _named(seen.obstacle.reason)
    if not isinstance(seen.scale, Scale):
        return Obstruction.NO_TARGET
    if isinstance(seen.pods, SelectorFault):
        return _named(seen.pods.condition_reason) or state
    return Obstruction.CONTESTED if contest.is_fight and state in _AT_WORK else state


def _named(reason: str) -> Obstruction | None:
    return Obstruction(reason) if reason in set(Obstruction) else None
