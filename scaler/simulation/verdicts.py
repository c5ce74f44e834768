"""Did the scenario go as expected? Each expectation that failed, with what was there instead."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import assert_never

from scaler.api.conditions import Condition
from scaler.simulation.claims import ConditionIs, Count, EventSeen, Expectation, StateIs
from scaler.simulation.moments import Millis, duration_text
from scaler.simulation.run import Run, Synced


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An expectation that does not hold; `there` says what was there, and when."""

    expected: Expectation
    there: str

    def __str__(self) -> str:
        at, until = self.expected.at, self.expected.until
        when = f"at {duration_text(at)}" if until is None else f"between {duration_text(at)} and {duration_text(until)}"
        return f"{when}: expected {self.expected.claim}, but there was {self.there}"


def failures(run: Run) -> tuple[Failure, ...]:
    """The expectations that failed, in their order.

    At the very moment of a change what was there before it and what is there after it both count. `between` holds
    from what the first moment leaves to what the last one finds. An event is one that the latest sync published, or
    any sync between.
    """
    timelines = _Timelines(run)
    found = ((expected, _there_instead(expected, timelines)) for expected in run.scenario.expectations)
    return tuple(Failure(expected=expected, there=there) for expected, there in found if there)


class _Timelines:
    """What was in force when."""

    def __init__(self, run: Run) -> None:
        self._syncs = run.syncs
        self._sync_moments = [synced.at for synced in run.syncs]
        self._counts = run.counts
        self._count_moments = [count.at for count in run.counts]

    def counts(self, expected: Expectation) -> Iterator[tuple[Millis, int]]:
        for index in _in_force(self._count_moments, expected):
            yield self._counts[index].at, self._counts[index].replicas

    def syncs(self, expected: Expectation) -> Iterator[Synced]:
        return (self._syncs[index] for index in _in_force(self._sync_moments, expected))

    def speaking(self, expected: Expectation) -> tuple[Synced, ...]:
        """The syncs whose events count: the latest one at a moment, every one between two."""
        until = expected.at if expected.until is None else expected.until
        last = bisect_right(self._sync_moments, until)
        first = last - 1 if expected.until is None else bisect_left(self._sync_moments, expected.at)
        return self._syncs[max(first, 0) : last]


def _in_force(moments: list[Millis], expected: Expectation) -> range:
    """Indexes of what an expectation is about: at a moment both what it finds and what it leaves."""
    if expected.until is None:
        first = bisect_left(moments, expected.at) - 1
        return range(max(first, 0), bisect_right(moments, expected.at))
    first = bisect_right(moments, expected.at) - 1
    return range(max(first, 0), max(bisect_left(moments, expected.until), first + 1))


def _there_instead(expected: Expectation, timelines: _Timelines) -> str:
    """What contradicts the claim; empty if nothing does."""
    claim = expected.claim
    match claim:
        case Count():
            seen = [(at, claim.holds(replicas), str(replicas)) for at, replicas in timelines.counts(expected)]
            return _verdict(seen, expected)
        case EventSeen():
            reasons = [event.reason for synced in timelines.speaking(expected) for event in synced.events]
            return "" if claim.reason in reasons else _listed("event", reasons)
        case ConditionIs() | StateIs():
            holds = _holder(claim)
            return _verdict([(synced.at, *holds(synced)) for synced in timelines.syncs(expected)], expected)
        case _ as unreachable:
            assert_never(unreachable)


def _holder(claim: ConditionIs | StateIs) -> Callable[[Synced], tuple[bool, str]]:
    """Does the claim hold after a sync, and what is there?"""

    def holds(synced: Synced) -> tuple[bool, str]:
        if isinstance(claim, StateIs):
            return synced.status.state == claim.state, synced.status.state
        found = next((item for item in synced.status.conditions if item.type == claim.type), None)
        return _condition_holds(
            claim, found
        ), "no such condition" if found is None else f"{found.status}/{found.reason}"

    return holds


def _condition_holds(claim: ConditionIs, found: Condition | None) -> bool:
    return found is not None and claim.status in {"", found.status} and claim.reason in {"", found.reason}


def _verdict(seen: list[tuple[Millis, bool, str]], expected: Expectation) -> str:
    """Of a moment one of what was seen has to hold, of a time all."""
    if expected.until is None:
        if any(holds for _, holds, _ in seen):
            return ""
        return ", then ".join(dict.fromkeys(there for _, _, there in seen)) or "no sync yet"
    wrong = next(((at, there) for at, holds, there in seen if not holds), None)
    if wrong is None:
        return ""
    at, there = wrong
    return f"{there} from {duration_text(at)} on" if at > expected.at else there


def _listed(kind: str, found: list[str]) -> str:
    return f"{kind} {', '.join(dict.fromkeys(found))}" if found else f"no {kind}"
