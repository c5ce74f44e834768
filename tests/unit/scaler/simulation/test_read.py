"""Which scenarios are refused, and what is said."""

import pytest

from scaler.simulation.read import read_scenario
from scaler.simulation.scenario import ScenarioError
from tests.unit.scaler.simulation.scenes import SPEC, manifest, scenario_of, text_of


def refusal(text: str) -> str:
    with pytest.raises(ScenarioError) as refused:
        read_scenario(text, source="scene.yaml", parity=False, open_text=lambda _: "")
    return str(refused.value)


@pytest.mark.parametrize(
    ("blocks", "place", "near"),
    [
        ({"worklod": "{replicas: 1}"}, 6, "unknown key 'worklod': did you mean 'workload'?"),
        ({"settings": "{syncPeriode: 15s}"}, 2, "unknown key 'syncPeriode': did you mean 'syncPeriod'?"),
        ({"workload": "{replica: 1}"}, 3, "unknown key 'replica': did you mean 'replicas'?"),
        ({"metrics": "{lag: [{at: 0s, valu: 1}]}"}, 4, "unknown key 'valu': did you mean 'value'?"),
        ({"events": "[{at: 0s, scal: 1}]"}, 6, "unknown key 'scal': did you mean 'scale'?"),
        ({"expect": "[{at: 0s, replica: 1}]"}, 6, "unknown key 'replica': did you mean 'replicas'?"),
        ({"autoscaler": manifest(f"{SPEC}, foo: 1")}, 1, "unknown field 'spec.foo'"),
    ],
)
def test_an_unknown_key_is_named_with_its_line_and_the_nearest(blocks: dict[str, str], place: int, near: str) -> None:
    assert refusal(text_of(**blocks)).startswith(f"scene.yaml:{place}: {near}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "scene.yaml:1: a scenario is one YAML document, and this holds 0"),
        ("a: 1\n---\nb: 1\n", "scene.yaml:1: a scenario is one YAML document, and this holds 2"),
        ("a: [", "scene.yaml:2: not YAML"),
        ("- a", "scene.yaml:1: expected a mapping"),
        ("until: 5m", "scene.yaml:1: autoscaler is missing"),
        (text_of(rules="[{seriesQuery: x}]"), "scene.yaml:6: the rule has no metricsQuery"),
        (text_of(until="soon"), "scene.yaml:5: 'soon' is not a length of time"),
        (text_of(until="5m", expect="\n  - {at: 6m, replicas: 1}"), "scene.yaml:7: this moment is after `until`"),
    ],
)
def test_a_scenario_that_cannot_be_read_says_where_and_why(text: str, said: str) -> None:
    assert refusal(text).startswith(said)


def test_without_until_a_scenario_ends_with_the_last_moment_it_names() -> None:
    text = text_of(events="[{at: 25m, restart: scaler}]").replace("until: 10m\n", "")
    read = read_scenario(text, source="scene.yaml", parity=False, open_text=lambda _: "")
    assert 25 * 60_000 == read.until


def test_a_rule_that_is_wrong_is_named_by_its_own_line() -> None:
    rules = "\n  - seriesQuery: lag\n    metricsQuery: 'sum(<<.Serie>>)'\n    resources: {namespaced: false}"
    assert refusal(text_of(rules=rules)).startswith("scene.yaml:8: metricsQuery")


def test_rules_may_stand_in_a_file() -> None:
    rules = "externalRules: [{seriesQuery: lag, metricsQuery: 'sum(<<.Series>>)', resources: {namespaced: false}}]"
    read = read_scenario(text_of(rules="rules.yaml"), source="scene.yaml", parity=False, open_text=lambda _: rules)
    assert read.rules is not None
    assert ["lag"] == [rule.fixed_name for rule in read.rules.rules]


def test_an_empty_list_of_rules_is_no_rules() -> None:
    assert None is scenario_of(rules="[]").rules
