"""A parameter stands for a text, wherever the selector names it."""

import pytest

from adapter.externalmetrics.queries import Inexpressible, Query, query_of
from adapter.externalmetrics.rules import Rule
from adapter.kube.selectors import parse_selector
from tests.unit.adapter.externalmetrics.ruletexts import only_rule


def asked(rule: Rule, selector: str = "") -> str | Inexpressible:
    found = query_of(rule, series="queue_lag", namespace="team-a", selector=parse_selector(selector))
    return found.promql if isinstance(found, Query) else found


TOPICS = """{topic: {orders: 'a#"b', audit: c.d}}"""


@pytest.mark.parametrize(
    ("template", "selector", "expected"),
    [
        ("<<.Series>>{<<.LabelMatchers>>}", "topic=orders", r'queue_lag{topic="a#\"b"}'),
        ("<<.Series>>{<<.LabelMatchers>>}", "topic!=audit", 'queue_lag{topic!="c.d"}'),
        ("<<.Series>>{<<.LabelMatchers>>}", "topic in (orders,audit)", r'queue_lag{topic=~"a#\"b|c\\.d"}'),
        ("<<.Series>>{<<.LabelMatchers>>}", "topic", 'queue_lag{topic!=""}'),
        ("<<.Series>>{<<.LabelMatchers>>}", "", "queue_lag{}"),
        ('a{t="<<.Parameters.topic>>",<<.LabelMatchers>>}', "topic=audit,k=v", 'a{t="c.d",k="v"}'),
        ('a{t=~"<<.Parameters.topic>>"}', "topic in (orders,audit)", r'a{t=~"(?:a#\"b|c\\.d)"}'),
        ("a[<<.Parameters.topic>>]", "topic=audit", "a[c.d]"),
    ],
)
def test_a_parameter_stands_for_a_text_that_no_label_can_hold(template: str, selector: str, expected: str) -> None:
    quoted = template.replace("'", "''")
    rule = only_rule(metricsQuery=f"'{quoted}'", resources="{namespaced: false}", parameters=TOPICS)
    assert expected == asked(rule, selector)


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("topic=other", "parameter 'topic' has no value 'other'; it has audit, orders"),
        ("", "the selector has to give 'topic', as topic=VALUE; it can be audit, orders"),
        ("topic!=orders", "the rule's query takes the value of label 'topic', so the selector has to give it"),
        (
            "topic in (orders,audit)",
            "the rule's query takes one value of parameter 'topic', and the selector gives sev",
        ),
    ],
)
def test_a_parameter_that_is_not_given_is_not_guessed(selector: str, message: str) -> None:
    rule = only_rule(metricsQuery="""'a{t="<<.Parameters.topic>>"}'""", parameters=TOPICS)
    found = asked(rule, selector)
    assert isinstance(found, Inexpressible)
    assert found.text.startswith(message)
