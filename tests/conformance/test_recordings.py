"""The recordings of the real controller hold, and the runner can tell when they don't."""

import copy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.__main__ import check, read_cases

FOLDER = Path(__file__).parent / "v1.37"


@pytest.mark.parametrize(
    ("name", "count"), [("sequences", 500), ("edges", 300), ("validation", 3000), ("values", 2347)]
)
def test_every_recorded_case_matches_in_parity_mode(name: str, count: int) -> None:
    results = list(check(read_cases(FOLDER / f"{name}.jsonl.xz"), parity=True, only_type=None))
    assert [f"{case}: {difference}" for case, difference in results if difference is not None] == []
    assert count - (name == "values") == len(results)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("currentReplicas", 77), ("writes", [77]), ("events", [["Normal", "SuccessfulRescale", "New size: 77"]])],
)
def test_a_wrong_expectation_is_reported_with_its_step(field: str, wrong: object) -> None:
    case = copy.deepcopy(read_cases(FOLDER / "sequences.jsonl.xz")[0])
    case["steps"][3]["expect"][field] = wrong
    [(_, difference)] = check([case], parity=True, only_type=None)
    assert difference is not None
    assert difference.startswith(f"step 3 (t={case['steps'][3]['t']}): {field}: expected")


def test_a_wrong_condition_is_reported() -> None:
    case = copy.deepcopy(read_cases(FOLDER / "sequences.jsonl.xz")[0])
    case["steps"][0]["expect"]["conditions"][0]["message"] = "something else"
    [(_, difference)] = check([case], parity=True, only_type=None)
    assert difference is not None
    assert "conditions: expected" in difference


def test_the_runner_exits_with_1_and_counts_when_a_case_fails(tmp_path: Path) -> None:
    case = '{"id": "planted", "scaleToZeroGate": false, "spec": {}, "defaulted": {"wrong": 1}, "errors": []}'
    file = tmp_path / "planted.jsonl"
    file.write_text(case + "\n")
    run = subprocess.run(  # noqa: PLW1510 -- the exit status is what is looked at
        [sys.executable, "-m", "tests.conformance", "--parity", str(file)], capture_output=True, text=True, timeout=60
    )
    assert (run.returncode, run.stdout.splitlines()[-1]) == (1, "0 passed, 1 failed")
    assert run.stdout.startswith("planted: ")
