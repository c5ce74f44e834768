"""What does one sync say about its autoscaler to those who watch over many? Its counts, its state, its troubles.

Pure: from a sync, and from what was noted beside it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scaler.algorithm.decision import Decision, Rejected, Withheld
from scaler.algorithm.model import Scale, SelectorFault
from scaler.algorithm.stages import MetricFailure, Proposal
from scaler.api.states import AutoscalerState
from scaler.controller.notes import Notes
from scaler.controller.reconcile import Sync


class Trouble(StrEnum):
    """What may be wrong with one autoscaler, as its last sync found it."""

    METRICS_UNAVAILABLE = "MetricsUnavailable"
    """A metric of its spec can't be read, or isn't there; the count may grow by the others, and never shrinks."""

    TARGET_UNAVAILABLE = "TargetUnavailable"
    """The target's scale can't be read."""

    NOT_COMPUTABLE = "NotComputable"
    """Something about the autoscaler itself forbids a count: two masters of one workload, no usable selector."""

    WRITE_REFUSED = "WriteRefused"
    """The API server did not take the count."""

    ASLEEP_WITH_DEMAND = "AsleepWithDemand"
    """At zero, it is ours to wake, a metric asks for replicas, and the sync has not woken it."""

    PAUSED_WITH_DEMAND = "PausedWithDemand"
    """A human's pause, by a zero or by an annotation, and a metric that asks for more than there is."""

    CONTESTED = "Contested"
    """Somebody else changes the count back, again and again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """`state` is None where nobody can tell; the counts are None where they weren't read or computed."""

    state: AutoscalerState | None
    current_replicas: int | None
    desired_replicas: int | None
    troubles: tuple[Trouble, ...]


_PAUSES: Final = frozenset({AutoscalerState.PAUSED, AutoscalerState.PAUSED_EXPLICITLY})


def standing_of(sync: Sync, notes: Notes) -> Standing:
    """What the sync leaves behind, its own write included."""
    decision = sync.decision
    return Standing(
        state=decision.state,
        current_replicas=decision.current,
        desired_replicas=decision.desired,
        troubles=(*_troubles(sync), *_noted(sync, notes)),
    )


def _troubles(sync: Sync) -> Iterator[Trouble]:
    seen, decision = sync.observation, sync.decision
    if not isinstance(seen.scale, Scale):
        yield Trouble.TARGET_UNAVAILABLE
    if seen.obstacle is not None or isinstance(seen.pods, SelectorFault):
        yield Trouble.NOT_COMPUTABLE
    if isinstance(sync.outcome, Rejected):
        yield Trouble.WRITE_REFUSED
    proposals = _proposals(decision)
    if any(isinstance(proposal, MetricFailure) for proposal in proposals):
        yield Trouble.METRICS_UNAVAILABLE
    if decision.state is AutoscalerState.SCALED_TO_ZERO and decision.current == 0:
        asked = any(isinstance(proposal, Proposal) and proposal.replicas > 0 for proposal in proposals)
        if asked and not isinstance(sync.outcome, Withheld):
            yield Trouble.ASLEEP_WITH_DEMAND


def _noted(sync: Sync, notes: Notes) -> Iterator[Trouble]:
    if sync.decision.state in _PAUSES and notes.waiting.since is not None:
        yield Trouble.PAUSED_WITH_DEMAND
    if notes.contest.is_fight:
        yield Trouble.CONTESTED


def _proposals(decision: Decision) -> tuple[Proposal | MetricFailure, ...]:
    recommended = decision.workings.recommended
    return () if recommended is None else recommended.proposals
