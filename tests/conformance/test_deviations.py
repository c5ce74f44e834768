"""Where we differ from the recordings, a named deviation makes the difference, and as often as it is pinned."""

import tomllib
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from scaler.algorithm.model import Deviation
from tests.conformance.__main__ import read_cases
from tests.conformance.deviations import ALL, LANES, first_differences, is_explained

FOLDER = Path(__file__).parent


class Pinned(msgspec.Struct):
    sequences: dict[str, int]
    edges: dict[str, int]
    together: dict[str, list[Deviation]]


PINNED = msgspec.convert(tomllib.loads((FOLDER / "deviations.toml").read_text()), Pinned)


# Half a minute of arithmetic, and several on a machine that is busy.
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("file", "pinned"), [("sequences", PINNED.sequences), ("edges", PINNED.edges)])
def test_each_deviation_touches_as_many_scenarios_as_pinned_and_nothing_else_differs(
    file: str, pinned: dict[str, int]
) -> None:
    cases = read_cases(FOLDER / "v1.37" / f"{file}.jsonl.xz")
    touched: Counter[str] = Counter()
    unexplained = set()
    for case in cases:
        differences = first_differences(case)
        touched.update(differences.keys())
        if not is_explained(differences):
            unexplained.add(case["id"])

    assert pinned == {"scenarios": len(cases), **{name: touched[name] for name in LANES}}
    assert {name for name in PINNED.together if name.startswith(file)} == unexplained


@pytest.mark.parametrize("scenario", sorted(PINNED.together))
def test_deviations_that_differ_only_together_are_named(scenario: str) -> None:
    file, _, _ = scenario.partition("-")
    [case] = [item for item in read_cases(FOLDER / "v1.37" / f"{file}.jsonl.xz") if item["id"] == scenario]
    pair = frozenset(PINNED.together[scenario])
    differences = first_differences(case, {ALL: LANES[ALL], "together": pair})

    assert differences[ALL] == differences["together"]


def test_a_scenario_without_a_deviation_does_not_differ() -> None:
    case = read_cases(FOLDER / "v1.37" / "edges.jsonl.xz")[0]
    assert first_differences(case, {"none": frozenset()}) == {}


def test_a_first_difference_that_no_deviation_makes_alone_is_not_explained() -> None:
    assert [is_explained({ALL: 3, "no-wrap": 3}), is_explained({ALL: 3, "no-wrap": 4}), is_explained({})] == [
        True,
        False,
        True,
    ]
