"""The cases against prometheus-adapter are many, and every deliberate difference among them is documented."""

from pathlib import Path

import pytest

from e2e.control_plane.processes import ROOT
from e2e.differential.cases import CaseError, Difference, RuleSet, read_cases
from e2e.differential.observation import Aspect
from e2e.differential.reasons import documented_reasons, mistakes

_CASES = ROOT / "e2e" / "differential" / "cases"
_SET = """- set: s
  rules: "externalRules: []"
  cases:
    - {case: c, metric: m, namespace: n, selector: "a in (b,c)"}
"""


def read(folder: Path, text: str) -> tuple[RuleSet, ...]:
    (folder / "cases.yaml").write_text(text)
    return read_cases(folder)


def test_there_are_more_than_sixty() -> None:
    assert 60 < sum(len(each.cases) or 1 for each in read_cases(_CASES))


def test_every_difference_is_documented_and_every_documented_one_is_shown() -> None:
    assert [] == list(mistakes(read_cases(_CASES), documented_reasons()))


def test_a_case_is_a_read_of_the_api(tmp_path: Path) -> None:
    [[case]] = [each.cases for each in read(tmp_path, _SET)]
    path = "/apis/external.metrics.k8s.io/v1beta1/namespaces/n/m?labelSelector=a%20in%20%28b%2Cc%29"
    assert ("s/c", path, {}) == (case.name, case.path, case.differs)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (_SET + _SET, "there are two cases called s/c"),
        (_SET.replace("metric: m", "metrik: m, metric: m"), "s/c: unknown key metrik"),
        (_SET.replace("rules:", "rule: x\n  rules:"), "cases.yaml: s: unknown key rule"),
        (
            _SET.replace("metric: m", "metric: m, differs: {items: {why: X, theirs: a, ours: a}}"),
            "s/c: items is said to differ, and is the same",
        ),
    ],
)
def test_a_file_that_says_something_else_than_it_should_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(CaseError) as caught:
        read(tmp_path, text)
    assert message in str(caught.value)


def test_reasons_that_only_one_side_knows_are_mistakes(tmp_path: Path) -> None:
    [rules] = read(tmp_path, _SET)
    starts = {Aspect.STARTS: Difference(reason="SHOWN", theirs=("serves",), ours=("exits",))}
    shown = RuleSet(name="s", rules=rules.rules, only_ours={}, starts=starts, cases=())
    assert 2 == len(list(mistakes([shown], ["DOCUMENTED"])))
    assert [] == list(mistakes([shown], ["SHOWN"]))
