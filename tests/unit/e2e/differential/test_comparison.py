"""Two adapters are equal but for the differences that are listed, and those are exactly as they are listed."""

import pytest

from e2e.differential.cases import Difference
from e2e.differential.comparison import deviations
from e2e.differential.observation import Aspect, Lines

_LISTED = Difference(reason="EXACT-VALUES", theirs=("0",), ours=("0.0009",))


def told(theirs: Lines, ours: Lines, **listed: Difference) -> list[str]:
    by_aspect = {Aspect(aspect): difference for aspect, difference in listed.items()}
    found = deviations({Aspect.ITEMS: theirs}, {Aspect.ITEMS: ours}, by_aspect)
    return [f"{each.aspect}: {each.text}" for each in found]


def test_what_is_equal_passes() -> None:
    assert [] == told(("1",), ("1",))


def test_a_difference_that_is_as_listed_passes() -> None:
    assert [] == told(("0",), ("0.0009",), items=_LISTED)


@pytest.mark.parametrize(
    ("theirs", "ours", "listed", "expected"),
    [
        (("1",), (), {}, "items: an unlisted difference: prometheus-adapter 1, lagzero nothing"),
        (
            ("0",),
            ("0",),
            {"items": _LISTED},
            "items: the listed difference EXACT-VALUES is gone: both say 0",
        ),
        (
            ("0",),
            ("0.001", "2"),
            {"items": _LISTED},
            "items: differs, but not as EXACT-VALUES is listed: prometheus-adapter 0, lagzero 0.001 | 2",
        ),
    ],
)
def test_anything_else_is_told(theirs: Lines, ours: Lines, listed: dict[str, Difference], expected: str) -> None:
    assert [expected] == told(theirs, ours, **listed)
