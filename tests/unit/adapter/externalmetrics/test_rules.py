"""Rules are read strictly: what isn't understood is an error with its line and the way out."""

import pytest

from adapter.externalmetrics.policies import OnNegative, OnNotFinite, OnPartial, Reduce, ValuePolicies
from adapter.externalmetrics.rules import OnEmpty, RulesError, load_rules
from tests.unit.adapter.externalmetrics.ruletexts import load, only_rule, read, rule_text


def test_the_example_of_the_readme_is_a_rule_with_a_fixed_name() -> None:
    rule = only_rule(seriesQuery="""'{__name__="queue_consumer_lag",name!=""}'""")
    assert rule.fixed_name == "queue_consumer_lag"


def test_without_more_keys_a_rule_has_the_documented_defaults() -> None:
    rule = only_rule()
    assert (rule.on_empty, rule.cache_seconds, rule.timeout_seconds) == (OnEmpty.ERROR, 10.0, 5.0)


def test_our_own_keys_are_read() -> None:
    rule = only_rule(onEmpty="zero", cache="500ms", timeout="2s")
    assert (rule.on_empty, rule.cache_seconds, rule.timeout_seconds) == (OnEmpty.ZERO, 0.5, 2.0)


def test_every_policy_is_read() -> None:
    rule = only_rule(
        onEmpty="last",
        maxAge="1h30m",
        onNaN="zero",
        onInf="clamp",
        onNegative="error",
        onPartial="serve",
        reduce="sum",
        regexValues="true",
    )
    expected = ValuePolicies(
        on_empty=OnEmpty.LAST,
        on_nan=OnNotFinite.ZERO,
        on_infinity=OnNotFinite.CLAMP,
        on_negative=OnNegative.ERROR,
        on_partial=OnPartial.SERVE,
        reduce=Reduce.SUM,
        max_age_seconds=5400.0,
    )
    assert (rule.policies, rule.regex_values) == (expected, True)


def test_rules_that_are_read_twice_are_equal() -> None:
    text = rule_text(seriesFilters="[{is: a}]", name="{matches: 'q(.*)'}", parameters="{a: {b: c}}")
    assert load(text) == load(text)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"serieQuery": "x"}, "rules.yaml:5: unknown key 'serieQuery': known here are "),
        ({"namespaced": "false"}, "rules.yaml:5: unknown key 'namespaced': namespaced belongs under resources"),
        ({"query": "x"}, "rules.yaml:5: unknown key 'query': the key is called metricsQuery"),
        ({"seriesQuery": None}, "rules.yaml:2: the rule has no seriesQuery"),
        ({"seriesQuery": "''"}, "rules.yaml:2: the rule has no seriesQuery"),
        ({"seriesQuery": "'{}'"}, "rules.yaml:2: seriesQuery '{}' is no series selector: it selects every series"),
        ({"seriesQuery": "[a]"}, "rules.yaml:2: expected text, not a list"),
        ({"metricsQuery": None}, "rules.yaml:2: the rule has no metricsQuery"),
        ({"metricsQuery": "'<<.Wrong>>'"}, "rules.yaml:4: metricsQuery: <<.Wrong>> is not understood"),
        (
            {"metricsQuery": "|\n      sum(\n      <<.Wrong>>)"},
            "rules.yaml:6: metricsQuery: <<.Wrong>> is not understood",
        ),
        ({"resources": None}, "rules.yaml:2: the rule doesn't say which label holds the namespace"),
        ({"resources": "{}"}, "rules.yaml:3: the rule doesn't say which label holds the namespace"),
        ({"resources": "{namespaced: 'false'}"}, "rules.yaml:3: expected true or false, not 'false'"),
        ({"onEmpty": "nothing"}, "rules.yaml:5: onEmpty is error, zero or last, not 'nothing'"),
        ({"onEmpty": "last"}, "rules.yaml:5: onEmpty: last needs maxAge"),
        ({"onNaN": "clamp"}, "rules.yaml:5: NaN is no number, so it can't be clamped to one: write error or zero"),
        ({"onNan": "zero"}, "rules.yaml:5: unknown key 'onNan': the key is called onNaN"),
        ({"onInf": "last"}, "rules.yaml:5: onInf is error, zero or clamp, not 'last'"),
        ({"onNegative": "clamp"}, "rules.yaml:5: onNegative is pass, zero or error, not 'clamp'"),
        ({"reduce": "min"}, "rules.yaml:5: reduce is none, sum, max, first or error, not 'min'"),
        ({"onPartial": "zero"}, "rules.yaml:5: onPartial is error or serve, not 'zero'"),
        ({"window": "500ms"}, "rules.yaml:5: window has to be whole seconds, at least 1s"),
        ({"maxAge": "0s"}, "rules.yaml:5: maxAge has to be more than 0s"),
        ({"maxAge": "5m", "metricsQuery": "'sum(x)'"}, "rules.yaml:5: maxAge needs metricsQuery to hold <<.Series>>{"),
        ({"regexValues": "yes please"}, "rules.yaml:5: expected true or false"),
        ({"parameters": "{a: {}}"}, "rules.yaml:5: parameter 'a' has no values"),
        ({"parameters": "{a: {'x y': b}}"}, "rules.yaml:5: no selector can say a=x y"),
        ({"parameters": "{a: b}"}, "rules.yaml:5: expected a mapping of keys to values, not 'b'"),
        ({"server": "eu"}, "rules.yaml:2: there is no server 'eu' under servers; there are prometheus"),
        ({"cache": "10"}, "rules.yaml:5: expected a duration such as 10s, 500ms or 1m, not '10'"),
        ({"timeout": "0s"}, "rules.yaml:5: timeout has to be more than 0s"),
        ({"timeout": "1h"}, "rules.yaml:5: timeout has to be more than 0s and at most 30s"),
        ({"seriesFilters": "[~]"}, "rules.yaml:5: expected a mapping of keys to values, not nothing"),
        ({"name": "x"}, "rules.yaml:5: expected a mapping of keys to values, not 'x'"),
    ],
)
def test_a_mistake_is_named_with_its_line(changes: dict[str, str | None], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        load(rule_text(**changes))
    assert str(caught.value).startswith(message)


def test_a_key_given_twice_is_named_with_both_lines() -> None:
    with pytest.raises(RulesError) as caught:
        load(rule_text() + "    seriesQuery: other\n")
    assert str(caught.value) == "rules.yaml:5: key 'seriesQuery' is given twice, first on line 2"


def test_every_wrong_rule_is_named_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        load(rule_text(metricsQuery=None), rule_text(seriesQuery=None))
    assert [str(problem.place) for problem in caught.value.problems] == ["rules.yaml:2", "rules.yaml:4"]


def test_of_two_rules_for_one_metric_the_last_is_served_and_the_other_set_aside() -> None:
    rules = read(rule_text(), rule_text())
    [hidden] = rules.refused
    expected = (
        "metric 'queue_lag' is served by the rule at rules.yaml:5, the last of that name: give one another name.as"
    )
    assert (5, 2, expected) == (rules.rules[0].place.line, hidden.place.line, hidden.problems[0].text)


def test_one_series_may_be_served_under_two_names() -> None:
    rules = load(rule_text(), rule_text(name="{as: other}"))
    assert [rule.fixed_name for rule in rules.rules] == ["queue_lag", "other"]


@pytest.mark.parametrize("text", ["", "externalRules:", "externalRules: []", "---\n---\n"])
def test_no_rules_are_no_error(text: str) -> None:
    assert load_rules(text, source="f").rules == ()
