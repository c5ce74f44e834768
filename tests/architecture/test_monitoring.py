"""Alerts and dashboards are complete, explained, and ask for metrics and labels that the programs have."""

import re
from itertools import combinations
from typing import Any

import pytest
import yaml

from adapter.apiserver.telemetry import Outcome, Reload
from scaler.telemetry.standing import Trouble
from tests.architecture.monitoring import OPERATOR, RULE_FILES, Expression, alerts, dashboards, expressions
from tests.architecture.test_metrics import families, registries
from tests.architecture.tree import ROOT

PAGE = (ROOT / "docs/alerts.md").read_text(encoding="utf-8")
# What Prometheus adds when it scrapes, and what a histogram has beside its own labels.
_ADDED_LABELS = {"instance", "le"}
every_alert = pytest.mark.parametrize("alert", alerts(), ids=lambda alert: alert["alert"])
every_expression = pytest.mark.parametrize("expression", expressions(), ids=lambda each: each.place)
every_dashboard = pytest.mark.parametrize("dashboard", dashboards().values(), ids=dashboards())


@every_alert
def test_an_alert_says_how_bad_it_is_what_follows_and_what_to_do(alert: dict[str, Any]) -> None:
    assert {"alert", "expr", "for", "labels", "annotations"} == set(alert)
    assert ["severity"] == list(alert["labels"])
    assert alert["labels"]["severity"] in {"critical", "warning"}
    assert ["summary", "description", "action"] == list(alert["annotations"])
    assert [] == [text for text in alert["annotations"].values() if not text.endswith(".")]


def test_every_alert_is_explained_with_its_severity_and_its_patience() -> None:
    rows = re.findall(r"^\| `(Lagzero\w+)` \| (\w+) \| ([^|]*) \| [^|]{40,} \|$", PAGE, flags=re.MULTILINE)
    assert [(alert["alert"], alert["labels"]["severity"]) for alert in alerts()] == [row[:2] for row in rows]
    assert [] == [
        alert["alert"]
        for alert, (*_, when) in zip(alerts(), rows, strict=True)
        if alert["for"] not in re.split(r"[ ,]", when)
    ]


def test_the_operators_rules_are_the_same() -> None:
    [rule] = yaml.safe_load_all((OPERATOR / "prometheusrule.yaml").read_text(encoding="utf-8"))
    files = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in RULE_FILES]
    assert [group for file in files for group in file["groups"]] == rule["spec"]["groups"]


@every_expression
def test_an_expression_asks_for_metrics_that_there_are(expression: Expression) -> None:
    assert set() == expression.metrics() - _samples()


@every_expression
def test_an_expression_asks_for_labels_that_there_are(expression: Expression) -> None:
    known = {label for registry in registries().values() for _, labels in families(registry) for label in labels}
    assert set() == expression.labels() - known - _ADDED_LABELS


@every_expression
def test_an_expression_asks_for_values_that_a_label_may_have(expression: Expression) -> None:
    assert set() == expression.values("trouble") - set(Trouble)
    assert set() == expression.values("outcome") - {*Outcome, *Reload, "accepted", "rejected", "withheld", "lost"}
    assert set() == expression.values("subject") - {"authentication"}


def test_every_trouble_that_a_platform_team_can_mend_has_an_alert() -> None:
    told = {value for alert in alerts() for value in Expression(place="", promql=alert["expr"]).values("trouble")}
    owners = {Trouble.TARGET_UNAVAILABLE, Trouble.NOT_COMPUTABLE}  # a wrong spec: its owner's, and on the dashboard
    assert set(Trouble) - owners == told


@every_dashboard
def test_a_dashboard_asks_which_prometheus(dashboard: dict[str, Any]) -> None:
    variables = {each["name"]: each for each in dashboard["templating"]["list"]}
    assert ("datasource", "prometheus") == (variables["datasource"]["type"], variables["datasource"]["query"])
    sources = [panel["datasource"] for panel in dashboard["panels"]]
    assert [{"type": "prometheus", "uid": "${datasource}"}] * len(sources) == sources


@every_dashboard
def test_panels_are_told_apart_and_say_what_they_show(dashboard: dict[str, Any]) -> None:
    panels = dashboard["panels"]
    assert list(range(1, len(panels) + 1)) == [panel["id"] for panel in panels]
    assert len(panels) == len({panel["title"] for panel in panels})
    assert [] == [panel["title"] for panel in panels if not panel["fieldConfig"]["defaults"]["unit"]]
    targets = [target for panel in panels for target in panel["targets"]]
    assert [] == [target for target in targets if not target["expr"] or not target["legendFormat"]]


@every_dashboard
def test_panels_do_not_overlap(dashboard: dict[str, Any]) -> None:
    squares = {panel["title"]: _squares(panel["gridPos"]) for panel in dashboard["panels"]}
    assert [] == [(one, other) for one, other in combinations(squares, 2) if squares[one] & squares[other]]
    assert [] == [title for title, square in squares.items() if any(column > 23 for column, _ in square)]


def _squares(place: dict[str, int]) -> set[tuple[int, int]]:
    columns = range(place["x"], place["x"] + place["w"])
    rows = range(place["y"], place["y"] + place["h"])
    return {(column, row) for column in columns for row in rows}


def _samples() -> set[str]:
    """The names that a query may ask for."""
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    families = [family for registry in registries().values() for family in registry.collect()]
    return {family.name + ending for family in families for ending in endings.get(family.type, ("",))}
