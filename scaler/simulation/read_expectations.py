"""What is expected of the scenario? The block `expect`: claims about a moment, or about all moments between two."""

from collections.abc import Iterator
from typing import Final

import yaml

from adapter.externalmetrics.yamlvalues import YamlValue
from scaler.api.states import AutoscalerState, Obstruction
from scaler.simulation.claims import Claim, ConditionIs, Count, EventSeen, Expectation, StateIs
from scaler.simulation.fields import duration, known_fields, whole_number
from scaler.simulation.moments import Millis

_CLAIMS: Final = ("replicas", "condition", "event", "state")
_TWO: Final = 2


def read_expectations(value: YamlValue | None) -> tuple[Expectation, ...]:
    """One per claim; an entry may make several about the same moments."""
    return tuple(expected for entry in (() if value is None else value.items()) for expected in _of_entry(entry))


def _of_entry(entry: YamlValue) -> Iterator[Expectation]:
    fields = known_fields(entry, ("at", "between", *_CLAIMS))
    if ("at" in fields) == ("between" in fields):
        entry.fail("an expectation is either `at` a moment or `between` two")
    if not any(name in fields for name in _CLAIMS):
        entry.fail(f"nothing is expected here: write one of {', '.join(_CLAIMS)}")
    at, until = _moments(fields)
    for name in _CLAIMS:
        for claim in _claims(name, fields[name]) if name in fields else ():
            yield Expectation(line=entry.place.line, at=at, until=until, claim=claim)


def _moments(fields: dict[str, YamlValue]) -> tuple[Millis, Millis | None]:
    if "at" in fields:
        return duration(fields["at"]), None
    ends = [duration(end) for end in fields["between"].items()]
    if len(ends) != _TWO or ends[0] > ends[1]:
        fields["between"].fail("expected two moments, the earlier first: between: [3m, 20m]")
    return ends[0], ends[1]


def _claims(name: str, value: YamlValue) -> Iterator[Claim]:
    match name:
        case "replicas":
            yield _count(value)
        case "condition":
            for type_, held in value.entries().items():
                yield _condition(type_, held)
        case "event":
            yield EventSeen(reason=value.text())
        case _:
            known = [state.value for state in (*AutoscalerState, *Obstruction)]
            if value.text() not in known:
                value.fail(f"no such state: {value.text()!r}; write one of {', '.join(known)}")
            yield StateIs(state=value.text())


def _count(value: YamlValue) -> Count:
    if isinstance(value.node, yaml.ScalarNode):
        exactly = whole_number(value)
        return Count(min=exactly, max=exactly)
    fields = known_fields(value, ("min", "max"))
    if not fields:
        value.fail("expected a count, or a range such as {min: 1, max: 4}")
    return Count(
        min=whole_number(fields["min"]) if "min" in fields else 0,
        max=whole_number(fields["max"]) if "max" in fields else None,
    )


def _condition(type_: str, value: YamlValue) -> ConditionIs:
    if isinstance(value.node, yaml.ScalarNode):
        return ConditionIs(type=type_, status=_status(value))
    fields = known_fields(value, ("status", "reason"))
    if not fields:
        value.fail('expected a status, or {status: "False", reason: ScalingDisabled}')
    return ConditionIs(
        type=type_,
        status=_status(fields["status"]) if "status" in fields else "",
        reason=fields["reason"].text() if "reason" in fields else "",
    )


def _status(value: YamlValue) -> str:
    """True and False without quotes are meant as the words."""
    text = value.text().capitalize()
    if text not in {"True", "False", "Unknown"}:
        value.fail(f'a condition\'s status is "True", "False" or "Unknown", not {value.text()!r}')
    return text
