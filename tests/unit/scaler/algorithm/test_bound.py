"""The tighter of policy and bound decides, and the spec's bound names a tie."""

from pathlib import Path

import msgspec
import pytest

from scaler.algorithm.bound import bound
from scaler.algorithm.stages import Form, Hold, RateLimit
from tests.support.builders import spec
from tests.support.vectors import vectors


class Given(msgspec.Struct):
    """`min` and `max` are the spec's, `floor` and `ceiling` the policies'."""

    forms: list[Form]
    stabilized: int
    current: int
    floor: int | None = None
    ceiling: int | None = None
    zero_floor: int = 0
    min: int = 1
    max: int = 100


class Expect(msgspec.Struct):
    replicas: int
    limited: bool
    reason: str


class Case(msgspec.Struct):
    id: str
    source: str
    given: Given
    expect: Expect


@pytest.mark.parametrize("case", vectors(Path(__file__).with_name("bound.vectors.json"), Case))
def test_bounds_and_limits_decide_as_the_table_says(case: Case) -> None:
    given, expect = case.given, case.expect
    limit = RateLimit(floor=given.floor, ceiling=given.ceiling)
    bounds = spec(min_replicas=given.min, max_replicas=given.max)
    hold = Hold(replicas=given.zero_floor, reason="CoolingDown", message="cooling") if given.zero_floor else None
    for form in given.forms:
        bounded = bound(given.stabilized, given.current, limit, hold, bounds, form)
        assert (expect.replicas, expect.limited, expect.reason) == (bounded.replicas, bounded.limited, bounded.reason)
