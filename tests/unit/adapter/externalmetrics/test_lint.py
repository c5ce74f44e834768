"""What the linter makes of rules that are served together, and how it agrees with the engine."""

from datetime import timedelta
from pathlib import Path

import pytest

from adapter.externalmetrics.lint import Report, RulesText, lint
from adapter.externalmetrics.lintfindings import LintRule, Severity
from adapter.externalmetrics.rules import Place, RulesError, load_rules

CORPUS = sorted((Path(__file__).parent / "lint_corpus").iterdir())
RULE = """\
externalRules:
  - seriesQuery: {series}
    resources: {{namespaced: false}}
    metricsQuery: sum(<<.Series>>{{<<.LabelMatchers>>}}) or vector(0)
"""


def linted(*texts: tuple[str, str], scrape_seconds: float = 30) -> Report:
    return lint(
        [RulesText(source=source, text=text) for source, text in texts],
        scrape_interval=timedelta(seconds=scrape_seconds),
    )


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_whatever_the_engine_refuses_or_sets_aside_is_an_error_at_the_same_place(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    report = linted(("rules.yaml", text))
    errors = {finding.place for finding in report.findings if finding.severity is Severity.ERROR}
    assert set() == _refused_places(text) - errors


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_a_file_that_the_engine_loads_can_be_read_whole(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    report = linted(("rules.yaml", text))
    if not _refused_places(text):
        assert (True, report.entries) == (report.loads, len(report.rules.rules))


def test_two_files_may_not_serve_one_metric() -> None:
    report = linted(("a.yaml", RULE.format(series="lag")), ("b.yaml", RULE.format(series="lag")))
    assert [(Place(source="a.yaml", line=2), LintRule.DUPLICATE_METRIC)] == [
        (one.place, one.rule) for one in report.findings
    ]


def test_a_rule_may_name_a_server_of_another_file() -> None:
    servers = "servers: [{name: mimir, url: 'http://mimir:9009'}]\n"
    rules = RULE.format(series="lag") + "    server: mimir\n"
    assert () == linted(("rules.yaml", rules), ("servers.yaml", servers)).findings


def test_an_autoscaler_may_stand_in_another_file_than_its_rule() -> None:
    autoscaler = (
        "kind: HorizontalPodAutoscaler\nspec:\n  metrics:\n    - {type: External, external: {metric: {name: lags}}}\n"
    )
    report = linted(("hpa.yaml", autoscaler), ("rules.yaml", RULE.format(series="lag")))
    assert [(Place(source="hpa.yaml", line=4), LintRule.UNKNOWN_METRIC)] == [
        (one.place, one.rule) for one in report.findings
    ]


def test_where_names_are_only_known_to_prometheus_no_metric_is_unknown() -> None:
    autoscaler = "kind: ZeroPodAutoscaler\nspec: {metrics: [{external: {metric: {name: lags}}}]}\n"
    rules = RULE.format(series="""'{__name__=~"lag.*"}'""")
    assert () == linted(("hpa.yaml", autoscaler), ("rules.yaml", rules)).findings


def test_one_bad_file_keeps_no_other_from_being_checked() -> None:
    report = linted(("bad.yaml", "a: ["), ("rules.yaml", "externalRules: [{}]"))
    assert (False, {"bad.yaml", "rules.yaml"}) == (report.loads, {one.place.source for one in report.findings})


@pytest.mark.parametrize(("scrape_seconds", "found"), [(15, []), (30, [LintRule.SHORT_RANGE])])
def test_which_range_is_short_depends_on_the_scrape_interval(scrape_seconds: float, found: list[LintRule]) -> None:
    text = (
        RULE.format(series="lag")
        .replace("<<.LabelMatchers>>}", "<<.LabelMatchers>>}[30s]")
        .replace("sum(", "sum(rate(")
    )
    text = text.replace("[30s])", "[30s]))")
    assert found == [one.rule for one in linted(("rules.yaml", text), scrape_seconds=scrape_seconds).findings]


def test_nothing_at_all_is_no_finding() -> None:
    assert (True, ()) == (linted().loads, linted().findings)


@pytest.mark.parametrize(
    "text",
    [
        "kind: HorizontalPodAutoscaler\nspec: [1]\n",
        "kind: HorizontalPodAutoscaler\nspec: {metrics: {a: b}}\n",
        "kind: HorizontalPodAutoscaler\nspec: {metrics: [{external: {metric: {name: lag, selector: [a]}}}]}\n",
        "kind: HorizontalPodAutoscaler\nspec:\nmetadata:\n",
        "kind: List\nitems: 3\n",
        "kind: [a]\n",
    ],
)
def test_an_autoscaler_in_no_form_at_all_is_none_of_the_linters_business(text: str) -> None:
    report = linted(("rules.yaml", RULE.format(series="lag")), ("hpa.yaml", text))
    assert set() == {one.rule for one in report.findings} - {LintRule.UNREADABLE}


def _refused_places(text: str) -> set[Place]:
    try:
        load_rules(text, source="rules.yaml")
    except RulesError as error:
        return {problem.place for problem in error.problems}
    return set()


@pytest.mark.parametrize(("pattern", "line"), [("""'{__name__=~"lag.*"}'""", 2), ("""'{__name__=~"other.*"}'""", None)])
def test_a_pattern_that_may_take_over_a_name_before_it_is_named(pattern: str, line: int | None) -> None:
    text = RULE.format(series="lag") + RULE.format(series=pattern).partition("\n")[2]
    found = [one.place.line for one in linted(("rules.yaml", text)).findings]
    assert ([] if line is None else [line]) == found
