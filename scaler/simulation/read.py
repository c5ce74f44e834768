"""Which scenario does this file hold? YAML read strictly, part by part, each problem with its line."""

from typing import Final

import yaml

from adapter.externalmetrics.problems import RulesError
from adapter.externalmetrics.rules import RuleSet, load_rules
from adapter.externalmetrics.yamlvalues import YamlValue, parse
from scaler.simulation.claims import Expectation
from scaler.simulation.fields import OpenText, duration, fail_at, known_fields, opened
from scaler.simulation.happenings import Step
from scaler.simulation.moments import Millis
from scaler.simulation.read_autoscaler import read_autoscaler
from scaler.simulation.read_events import read_steps
from scaler.simulation.read_expectations import read_expectations
from scaler.simulation.read_metrics import read_metrics
from scaler.simulation.read_settings import read_settings
from scaler.simulation.read_workload import read_workload
from scaler.simulation.scenario import MetricKey, Scenario, ScenarioError
from scaler.simulation.timeline import Timeline

_KEYS: Final = (
    "autoscaler",
    "settings",
    "rules",
    "workload",
    "status",
    "metrics",
    "events",
    "until",
    "expect",
)
_SHORTEST: Final = Millis(600_000)


def read_scenario(text: str, *, source: str, parity: bool, open_text: OpenText) -> Scenario:
    """The scenario that `text` holds; `parity` asks for it whatever the scenario says. Raises ScenarioError."""
    try:
        return _read(_document(text, source), text, parity=parity, open_text=open_text)
    except RulesError as error:
        raise ScenarioError(str(error)) from error


def _document(text: str, source: str) -> YamlValue:
    documents = list(parse(text, source=source))
    if len(documents) != 1:
        fail_at(source, 1, f"a scenario is one YAML document, and this holds {len(documents)}")
    return documents[0]


def _read(document: YamlValue, text: str, *, parity: bool, open_text: OpenText) -> Scenario:
    fields = known_fields(document, _KEYS)
    if "autoscaler" not in fields:
        document.fail("autoscaler is missing: write a ZeroPodAutoscaler or HorizontalPodAutoscaler, or a path to one")
    settings = read_settings(fields.get("settings"), parity=parity)
    manifested = read_autoscaler(fields["autoscaler"], fields.get("status"), settings, open_text)
    metrics = read_metrics(fields.get("metrics"))
    steps = read_steps(fields.get("events"), manifested, settings)
    expectations = read_expectations(fields.get("expect"))
    return Scenario(
        name=document.source,
        autoscaler=manifested.autoscaler,
        settings=settings,
        rules=_rules(fields.get("rules"), text, open_text),
        workload=read_workload(fields.get("workload"), manifested.autoscaler.status),
        metrics=metrics,
        steps=steps,
        until=duration(fields["until"]) if "until" in fields else _end(metrics, steps, expectations),
        expectations=_within(document, fields.get("until"), expectations),
    )


def _rules(value: YamlValue | None, text: str, open_text: OpenText) -> RuleSet | None:
    """The rules of the list, or of the file it names, by the adapter's own reader; none where there is no rule."""
    if value is None:
        return None
    if isinstance(value.node, yaml.ScalarNode):
        return load_rules(opened(value, open_text), source=value.text())
    if not value.items():
        return None
    start, end = value.node.start_mark, value.node.end_mark
    # The list stands on the lines it has in the scenario, so that a problem names the right one.
    above = "\n" * (start.line - 1) + "externalRules:\n" if start.line else "externalRules: "
    return load_rules(above + " " * start.column + text[start.index : end.index], source=value.source)


def _end(metrics: dict[MetricKey, Timeline], steps: tuple[Step, ...], expectations: tuple[Expectation, ...]) -> Millis:
    """Without `until` a scenario ends with the last moment it names, but not before ten minutes."""
    moments = [moment for timeline in metrics.values() for moment in timeline.moments]
    moments += [step.at for step in steps]
    moments += [expected.at if expected.until is None else expected.until for expected in expectations]
    return max([_SHORTEST, *moments])


def _within(
    document: YamlValue, until: YamlValue | None, expectations: tuple[Expectation, ...]
) -> tuple[Expectation, ...]:
    """What is expected of a moment that never comes would hold or fail by accident."""
    end = None if until is None else duration(until)
    for expected in expectations:
        last = expected.at if expected.until is None else expected.until
        if end is not None and last > end:
            fail_at(document.source, expected.line, "this moment is after `until`: the scenario doesn't get there")
    return expectations
