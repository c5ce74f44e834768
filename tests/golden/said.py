"""What does a sync say on the object? Its conditions and events, as `kubectl describe` would list them."""

from collections.abc import Iterable, Iterator

from scaler.algorithm.decision import ConditionRemoval, ConditionUpdate, Event
from scaler.controller.reconcile import Sync


def said(sync: Sync) -> str:
    """State and counts, then every condition and event in its order."""
    decision = sync.decision
    state = "unknown" if decision.state is None else decision.state.value
    counts = f"state {state}, replicas {decision.current}, desired {decision.desired}"
    return "\n".join((counts, *conditions(decision.conditions), *events(decision.events)))


def conditions(updates: Iterable[ConditionUpdate | ConditionRemoval]) -> Iterator[str]:
    for update in updates:
        if isinstance(update, ConditionRemoval):
            yield f"condition {update.type.value} goes"
        else:
            yield f"condition {update.type.value}={update.status.value} {update.reason}: {update.message}"


def events(published: Iterable[Event]) -> Iterator[str]:
    for event in published:
        yield f"event {event.type.value} {event.reason}: {event.message}"
