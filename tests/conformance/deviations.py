"""Which recorded scenarios do our deviations touch, and is each difference one that a deviation makes?

Every scenario runs side by side as the stock controller, with each deviation alone, and with all of them; noted is the
first step at which a run shows something else than the stock one. That the stock run is the recording is proven in
test_recordings.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, Decision, Event, NotNeeded, Outcome, Rejected, Rescale
from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.model import AlgorithmSettings, Deviation, Observation
from scaler.algorithm.settle import settle
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.controller.status import next_status
from tests.conformance.readings import Recorded, at
from tests.conformance.scenario import observation_of, settings_of, spec_of

ALL = "all"
ALONE: Mapping[str, frozenset[Deviation]] = {deviation.value: frozenset({deviation}) for deviation in Deviation}
LANES: Mapping[str, frozenset[Deviation]] = {ALL: frozenset(Deviation), **ALONE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One run of a scenario, between two of its syncs; `shown` is what the last one showed beside status."""

    settings: AlgorithmSettings
    memory: Memory
    status: AutoscalerStatus
    shown: tuple[Rescale | None, tuple[Event, ...]] = (None, ())

    def showed_as(self, other: "Lane") -> bool:
        """Status, events and write of the last sync alike? The column STATE is ours alone."""
        return self.shown == other.shown and replace(self.status, state="") == replace(other.status, state="")


def first_differences(case: Recorded, lanes: Mapping[str, frozenset[Deviation]] = LANES) -> Mapping[str, int]:
    """By lane the number of the first step that differs from the stock run, where one does."""
    stock = _start(case, frozenset())
    running = {name: _start(case, deviations) for name, deviations in lanes.items()}
    found: dict[str, int] = {}
    spec = spec_of(case["hpa"])
    for number, step in enumerate(case["steps"]):
        spec = spec_of(step["spec"]) if step.get("spec") else spec
        seen, write_error = observation_of(step, spec), step.get("writeError") or ""
        stock = _synced(stock, seen, write_error)
        for name in list(running):
            running[name] = _synced(running[name], seen, write_error)
            if not running[name].showed_as(stock):
                found[name] = number
                del running[name]
    return found


def is_explained(differences: Mapping[str, int]) -> bool:
    """Is the first difference of all deviations together also the first of one of them alone?"""
    alone = [step for name, step in differences.items() if name != ALL]
    return ALL not in differences or differences[ALL] in alone


def _start(case: Recorded, deviations: frozenset[Deviation]) -> Lane:
    conditions = tuple(_condition(item) for item in case.get("initialConditions", ()))
    claim = next((item.status == "True" for item in conditions if item.type == "ScaledToZero"), None)
    return Lane(
        settings=replace(settings_of(case["settings"], parity=True), deviations=deviations),
        memory=Memory(activation=Activation(scaled_to_zero=claim)),
        status=AutoscalerStatus(conditions=conditions),
    )


def _condition(recorded: Recorded) -> Condition:
    return Condition(
        type=recorded["type"],
        status=recorded["status"],
        reason=recorded["reason"],
        message=recorded["message"],
        last_transition=at(recorded["lastTransition"]),
    )


def _synced(lane: Lane, seen: Observation, write_error: str) -> Lane:
    decision = decide(seen, lane.memory, lane.settings)
    outcome = _outcome(decision, write_error)
    settled = settle(decision, outcome, seen, lane.settings)
    return replace(
        lane,
        memory=settled.memory,
        status=next_status(lane.status, settled, outcome, now=seen.now, generation=1),
        shown=(settled.rescale, settled.events),
    )


def _outcome(decision: Decision, write_error: str) -> Outcome:
    """What the recorded API server would have answered; a single conflict is retried and taken."""
    if decision.rescale is None:
        return NotNeeded()
    if write_error in {"", "conflict-once"}:
        return Accepted(rescale=decision.rescale)
    return Rejected(rescale=decision.rescale, message=write_error)
