"""`lagzero check` beside a real Prometheus: what it says of live rules, and whether both mean the same by PromQL."""

import subprocess
import sys
import urllib.error
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from adapter.externalmetrics.lint import RulesText, lint
from adapter.externalmetrics.lintpromql import Expr, has_range_without_unit, parsed
from adapter.externalmetrics.lintqueries import bare_sample, full_samples
from adapter.externalmetrics.queries import Query
from adapter.externalmetrics.rule import Rule
from tests.support.prometheus_server import RealPrometheus

pytestmark = pytest.mark.integration

CORPUS = sorted((Path(__file__).parents[2] / "unit/adapter/externalmetrics/lint_corpus").iterdir())
RULES = """\
externalRules:
  - seriesQuery: checked_lag
    resources: {namespaced: false}
    metricsQuery: sum(<<.Series>>{<<.LabelMatchers>>})
  - seriesQuery: checked_size
    resources: {namespaced: false}
    metricsQuery: sum(<<.Series>>{<<.LabelMatchers>>}) or vector(0)
  - seriesQuery: checked_broken
    resources: {namespaced: false}
    metricsQuery: sum(<<.Series>>{<<.LabelMatchers>>}
"""


def lagzero_check(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "rules.yaml").write_text(RULES)
    program = [sys.executable, "-c", "from scaler.cli import main; main()", "check", str(tmp_path / "rules.yaml")]
    return subprocess.run([*program, *words], capture_output=True, text=True, timeout=60, check=False)


def live_entries(prometheus: RealPrometheus, tmp_path: Path) -> dict[str, dict[str, object]]:
    prometheus.expose('checked_lag{queue="a"}', "2")
    prometheus.expose('checked_lag{queue="b"}', "3")
    answer = lagzero_check(tmp_path, "--live", prometheus.url, "-o", "json")
    assert (1, "") == (answer.returncode, answer.stderr)
    entries = msgspec.json.decode(answer.stdout)
    return {entry["live"]["metric"]: entry["live"] for entry in entries if "live" in entry}


def test_a_live_rule_has_its_value_and_is_missing_at_zero(prometheus: RealPrometheus, tmp_path: Path) -> None:
    live = live_entries(prometheus, tmp_path)["checked_lag"]
    assert (1, "5", "missing") == (live["series"], live["value"], live["atZero"])


def test_a_live_rule_has_the_age_of_its_sample(prometheus: RealPrometheus, tmp_path: Path) -> None:
    age = live_entries(prometheus, tmp_path)["checked_lag"]["ageSeconds"]
    assert isinstance(age, float)
    assert 0 <= age < 60


def test_a_query_with_a_fallback_says_zero(prometheus: RealPrometheus, tmp_path: Path) -> None:
    live = live_entries(prometheus, tmp_path)["checked_size"]
    assert ("0", None, "0") == (live["value"], live["ageSeconds"], live["atZero"])


def test_a_broken_rule_has_prometheus_own_words(prometheus: RealPrometheus, tmp_path: Path) -> None:
    answer = lagzero_check(tmp_path, "--live", prometheus.url)
    expected = "metric 'checked_broken' in default: prometheus: query failed: "
    assert (1, True, True) == (answer.returncode, expected in answer.stdout, "parse error" in answer.stdout)


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_what_the_linter_takes_for_promql_is_what_prometheus_takes(file: Path, prometheus: RealPrometheus) -> None:
    text = RulesText(source=file.name, text=file.read_text(encoding="utf-8"))
    report = lint([text], scrape_interval=timedelta(seconds=30))
    queries = [promql for rule in report.rules.rules for promql in _queries(rule)]
    judged = {promql: isinstance(parsed(promql), Expr) for promql in queries if not has_range_without_unit(promql)}
    assert judged == {promql: _is_taken(prometheus, promql) for promql in judged}


def _queries(rule: Rule) -> list[str]:
    samples = (bare_sample(rule), *full_samples(rule))
    return [sample.query.promql for sample in samples if isinstance(sample.query, Query)]


def _is_taken(prometheus: RealPrometheus, promql: str) -> bool:
    """Whether it parses, whatever it answers."""
    try:
        prometheus.query(promql)
    except urllib.error.HTTPError as refused:
        return b"parse error" not in refused.read()
    except msgspec.ValidationError:
        return True  # an answer in another form than a vector
    return True
