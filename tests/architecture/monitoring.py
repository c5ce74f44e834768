"""What stands in the alert rules and on the dashboards? As values, for tests that hold them against the programs."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from tests.architecture.manifests import MANIFESTS

FOLDER = MANIFESTS / "components/monitoring"
OPERATOR = MANIFESTS / "components/monitoring-operator"
RULE_FILES = sorted((FOLDER / "rules").glob("*.yaml"))
DASHBOARD_FILES = sorted((FOLDER / "dashboards").glob("*.json"))
_METRIC = re.compile(r"\b((?:lagzero|process)_\w+)(?:\{([^}]*)\})?")
_LABEL = re.compile(r"(\w+)\s*[=!]~?")
_VALUES = re.compile(r'(\w+)\s*[=!]~?\s*"([^"]*)"')
_GROUPING = re.compile(r"\b(?:by|on|without) \(([^)]*)\)")
# Grafana puts these in; the values are those of a short look.
_VARIABLES = {"$__rate_interval": "30s", "$autoscaler": ".+"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Expression:
    """A query, and where it stands."""

    place: str
    promql: str

    def metrics(self) -> set[str]:
        """By the names that it asks for."""
        return {name for name, _ in _METRIC.findall(self.promql)}

    def labels(self) -> set[str]:
        """Those it chooses or groups by."""
        chosen = {label for _, matchers in _METRIC.findall(self.promql) for label in _LABEL.findall(matchers)}
        grouped = {label.strip() for group in _GROUPING.findall(self.promql) for label in group.split(",")}
        return chosen | grouped

    def values(self, label: str) -> set[str]:
        """Those it asks a label to have, or not to have."""
        return {each for name, text in _VALUES.findall(self.promql) if name == label for each in text.split("|")}


def alerts() -> list[dict[str, Any]]:
    """Every alert, in order."""
    files = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in RULE_FILES]
    return [rule for file in files for group in file["groups"] for rule in group["rules"]]


def dashboards() -> dict[str, dict[str, Any]]:
    """By the name of the file."""
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in DASHBOARD_FILES}


def expressions() -> list[Expression]:
    """All of them, those of panels as Grafana would send them."""
    return [*_of_alerts(), *_of_panels()]


def _of_alerts() -> Iterator[Expression]:
    for alert in alerts():
        yield Expression(place=alert["alert"], promql=alert["expr"])


def _of_panels() -> Iterator[Expression]:
    panels = [(name, panel) for name, dashboard in dashboards().items() for panel in dashboard["panels"]]
    for name, panel in panels:
        for target in panel["targets"]:
            yield Expression(place=f"{name}: {panel['title']} {target['refId']}", promql=_filled_in(target["expr"]))


def _filled_in(promql: str) -> str:
    for variable, value in _VARIABLES.items():
        promql = promql.replace(variable, value)
    return promql
