"""Does our controller take every step as the recorded one did? The replay of sequences and edges."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, Decision, Event, NotNeeded, Outcome, Rejected
from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.settle import settle
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.api.encode import as_json
from scaler.api.encode_metrics import encode_metric_status
from scaler.controller.status import next_status
from tests.conformance.readings import START, Recorded, at
from tests.conformance.scenario import observation_of, settings_of, spec_of

CONFLICT = 'Operation cannot be fulfilled on deployments.apps "worker": the object has been modified'
ATTEMPTS = 5


def check_sequences(
    cases: Iterable[Recorded], *, parity: bool, only_type: str | None = None
) -> Iterator[tuple[str, str | None]]:
    """(scenario, None or its first difference), of the scenarios whose metrics are all of `only_type`, if set."""
    for case in cases:
        if only_type is None or _has_only(case, only_type):
            yield case["id"], replay(case, parity=parity)


def replay(case: Recorded, *, parity: bool) -> str | None:
    """The first difference of one scenario, as "step 3 (t=45): conditions: expected ..., got ..."."""
    settings = settings_of(case["settings"], parity=parity)
    spec = spec_of(case["hpa"])
    status = AutoscalerStatus(conditions=tuple(_condition(item) for item in case.get("initialConditions", ())))
    memory = Memory(activation=Activation(scaled_to_zero=_claim(status)))
    late: tuple[Event, ...] = ()
    for number, step in enumerate(case["steps"]):
        if step.get("spec"):
            spec = spec_of(step["spec"])
        seen = observation_of(step, spec)
        decision = decide(seen, memory, settings)
        outcome, writes = _write(decision, step)
        settled = settle(decision, outcome, seen, settings)
        before, status = status, next_status(status, settled, outcome, now=seen.now, generation=1)
        memory = settled.memory
        shown = Shown(
            status=status, events=late + settled.events, writes=writes, rescaled=isinstance(outcome, Accepted)
        )
        late = ()
        if _recorded_too_early(step, writes):
            shown = Shown(status=before, events=decision.events, writes=writes, rescaled=False)
            late = settled.events[len(decision.events) :]
        difference = _difference(step["expect"], shown)
        if difference is not None:
            return f"step {number} (t={step['t']}): {difference}"
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a recorder sees after a sync."""

    status: AutoscalerStatus
    events: tuple[Event, ...]
    writes: list[int]
    rescaled: bool


def _recorded_too_early(step: Recorded, writes: list[int]) -> bool:
    """Was the record taken while the write was still being retried?

    A replaced spec is synced at once, and its record is taken before the 10 ms pauses between tries have passed: the
    status is still the one before, and the write's event stands in the next step's record.
    """
    return bool(step.get("spec")) and len(writes) > 0 and str(step.get("writeError", "")).startswith("conflict")


def _has_only(case: Recorded, metric_type: str) -> bool:
    specs = [case["hpa"], *(step["spec"] for step in case["steps"] if step.get("spec"))]
    return all(spec.get("metrics") and all(m.get("type") == metric_type for m in spec["metrics"]) for spec in specs)


def _claim(status: AutoscalerStatus) -> bool | None:
    for condition in status.conditions:
        if condition.type == "ScaledToZero":
            return condition.status == "True"
    return None


def _condition(recorded: Recorded) -> Condition:
    return Condition(
        type=recorded["type"],
        status=recorded["status"],
        reason=recorded["reason"],
        message=recorded["message"],
        last_transition=at(recorded["lastTransition"]),
    )


def _write(decision: Decision, step: Recorded) -> tuple[Outcome, list[int]]:
    """What the recorded API server would have answered, and every value that was sent to it."""
    if decision.rescale is None:
        return NotNeeded(), []
    size, error = decision.rescale.desired, step.get("writeError")
    if not error:
        return Accepted(rescale=decision.rescale), [size]
    if error == "conflict-once":
        return Accepted(rescale=decision.rescale), [size, size]
    if error == "conflict-always":
        return Rejected(rescale=decision.rescale, message=CONFLICT), [size] * ATTEMPTS
    return Rejected(rescale=decision.rescale, message=error), [size]


def _difference(expect: Recorded, shown: Shown) -> str | None:
    status = shown.status
    pairs: list[tuple[str, Any, Any]] = [
        ("writes", expect["writes"] or [], shown.writes),
        ("rescaled", expect["rescaled"], shown.rescaled),
        ("currentReplicas", expect["currentReplicas"], status.current_replicas),
        ("desiredReplicas", expect["desiredReplicas"], status.desired_replicas),
        ("lastScaleTime", expect["lastScaleTime"], _seconds(status.last_scale_time)),
        (
            "currentMetrics",
            expect["currentMetrics"] or [],
            [as_json(encode_metric_status(item)) for item in status.current_metrics],
        ),
        ("events", expect["events"], [[event.type, event.reason, event.message] for event in shown.events]),
    ]
    for name, expected, actual in pairs:
        if expected != actual:
            return f"{name}: expected {expected}, got {actual}"
    return _condition_difference(expect["conditions"], status.conditions)


def _condition_difference(expected: list[Recorded], conditions: tuple[Condition, ...]) -> str | None:
    actual = [
        {
            "type": item.type,
            "status": item.status,
            "reason": item.reason,
            "message": item.message,
            "lastTransition": _seconds(item.last_transition),
        }
        for item in conditions
    ]
    if len(expected) != len(actual):
        return f"conditions: expected {[c['type'] for c in expected]}, got {[c['type'] for c in actual]}"
    for wanted, got in zip(expected, actual, strict=True):
        if wanted != got:
            return f"conditions: expected {wanted}, got {got}"
    return None


def _seconds(moment: datetime | None) -> float | None:
    return None if moment is None else (moment - START).total_seconds()
