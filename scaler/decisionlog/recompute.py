"""Does a record's decision follow from what it saw and remembered? Decided again, and compared field by field. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Decision
from scaler.algorithm.settle import settle
from scaler.decisionlog.record import Given, Record, encode_decision, expect_memory
from scaler.decisionlog.sameness import memory_text, reads_as

_ABSENT: Final = "nothing"
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One field of the decision; both values as JSON, or `nothing` where the field or the entry isn't there."""

    field: str
    recorded: str
    recomputed: str

    def __str__(self) -> str:
        return f"{self.field}: recorded {self.recorded}, recomputed {self.recomputed}"


def recompute(given: Given | Record) -> Decision:
    """The decision that this program takes on what the record saw, completed by what became of the write then."""
    decision = decide(given.observation, given.memory, given.settings)
    return settle(decision, given.outcome, given.observation, given.settings)


def is_same(given: Given) -> bool:
    """Is the decision recomputed to the letter? If not, `differences` says whether that means anything."""
    decision = recompute(given)
    memory = memory_text(decision)
    if not reads_as(decision, memory, given.decision_text):
        return False
    # What is remembered next is what the next line of the autoscaler begins with.
    expect_memory(memory, decision.memory)
    return True


def differences(record: Record) -> tuple[Difference, ...]:
    """Where the recomputed decision is another one; empty when it is the same."""
    again = recompute(record)
    if again == record.decision:
        return ()
    return tuple(_between("decision", _plain(record.decision), _plain(again)))


def _plain(decision: Decision) -> object:
    plain: object = msgspec.json.decode(encode_decision(decision))
    return plain


def _between(field: str, recorded: object, recomputed: object) -> Iterator[Difference]:
    if recorded == recomputed:
        return
    before, after = _children(recorded), _children(recomputed)
    if type(recorded) is not type(recomputed) or before is None or after is None:
        yield Difference(field=field, recorded=_shown(recorded), recomputed=_shown(recomputed))
        return
    for step in before | after:
        yield from _between(f"{field}{step}", before.get(step, _ABSENT_VALUE), after.get(step, _ABSENT_VALUE))


def _children(plain: object) -> dict[str, object] | None:
    """The fields of an object or the entries of a list, by the step that leads there; None for what has none."""
    if isinstance(plain, dict):
        return {f".{name}": value for name, value in plain.items()}
    if isinstance(plain, list):
        return {f"[{index}]": value for index, value in enumerate(plain)}
    return None


class _AbsentValue:
    """Stands where there is no value; JSON's null is one."""


_ABSENT_VALUE: Final = _AbsentValue()


def _shown(value: object) -> str:
    if isinstance(value, _AbsentValue):
        return _ABSENT
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
