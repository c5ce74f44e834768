"""Which rule serves a name is decided, never left to chance."""

from adapter.externalmetrics.catalog import Catalog, catalog_of, queries_to_discover
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text

PATTERN = """'{__name__=~"^queue_.*"}'"""


def served(catalog: Catalog) -> dict[str, str]:
    return {name: one.series for name, one in catalog.metrics.items()}


def test_a_fixed_name_needs_no_discovery() -> None:
    rules = load(rule_text(name="{as: lag}"))
    catalog = catalog_of(rules, {})
    assert (served(catalog), catalog.undiscovered, queries_to_discover(rules)) == ({"lag": "queue_lag"}, (), ())


def test_a_pattern_serves_what_was_found_sorted_by_name() -> None:
    rules = load(rule_text(seriesQuery=PATTERN, seriesFilters="[{isNot: c$}]", name='{matches: "^queue_(.*)"}'))
    catalog = catalog_of(rules, {'{__name__=~"^queue_.*"}': ["queue_b", "queue_a", "queue_c", "other"]})
    assert list(served(catalog).items()) == [("a", "queue_a"), ("b", "queue_b")]


def test_a_query_that_was_never_answered_is_undiscovered_and_one_with_an_empty_answer_is_not() -> None:
    rules = load(rule_text(seriesQuery=PATTERN))
    [query] = queries_to_discover(rules)
    assert ((query,), ()) == (catalog_of(rules, {}).undiscovered, catalog_of(rules, {query: []}).undiscovered)


def test_equal_series_queries_are_looked_up_once() -> None:
    rules = load(rule_text(seriesQuery=PATTERN, name="{as: a}"), rule_text(seriesQuery=PATTERN, name="{as: b}"))
    assert queries_to_discover(rules) == ('{__name__=~"^queue_.*"}',)


def test_of_two_patterns_for_a_name_the_later_rule_counts() -> None:
    other = """'{job="a"}'"""
    rules = load(rule_text(seriesQuery=PATTERN, name="{as: x}"), rule_text(seriesQuery=other, name="{as: x}"))
    catalog = catalog_of(rules, {'{__name__=~"^queue_.*"}': ["z"], '{job="a"}': ["b", "a"]})
    assert served(catalog) == {"x": "b"}


def test_a_name_that_was_spelled_out_is_not_taken_over_by_a_pattern() -> None:
    rules = load(rule_text(), rule_text(seriesQuery=PATTERN, name="{as: queue_lag}"))
    assert served(catalog_of(rules, {'{__name__=~"^queue_.*"}': ["queue_other"]})) == {"queue_lag": "queue_lag"}
