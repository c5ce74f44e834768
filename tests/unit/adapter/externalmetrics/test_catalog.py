"""Which rule serves a name is decided, never left to chance."""

from adapter.externalmetrics.catalog import Catalog, Listing, catalog_of, listings_of
from adapter.externalmetrics.rules import load_rules
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text

PATTERN = """'{__name__=~"^queue_.*"}'"""
QUEUES = Listing(server="prometheus", series_query='{__name__=~"^queue_.*"}')
JOBS = Listing(server="prometheus", series_query='{job="a"}')


def served(catalog: Catalog) -> dict[str, str]:
    return {name: one.series for name, one in catalog.metrics.items()}


def test_a_fixed_name_needs_no_discovery() -> None:
    rules = load(rule_text(name="{as: lag}"))
    catalog = catalog_of(rules, {})
    assert (served(catalog), catalog.undiscovered, listings_of(rules)) == ({"lag": "queue_lag"}, (), ())


def test_a_pattern_serves_what_was_found_sorted_by_name() -> None:
    rules = load(rule_text(seriesQuery=PATTERN, seriesFilters="[{isNot: c$}]", name='{matches: "^queue_(.*)"}'))
    catalog = catalog_of(rules, {QUEUES: ["queue_b", "queue_a", "queue_c", "other"]})
    assert list(served(catalog).items()) == [("a", "queue_a"), ("b", "queue_b")]


def test_a_query_that_was_never_answered_is_undiscovered_and_one_with_an_empty_answer_is_not() -> None:
    rules = load(rule_text(seriesQuery=PATTERN))
    [query] = listings_of(rules)
    assert ((query,), ()) == (catalog_of(rules, {}).undiscovered, catalog_of(rules, {query: []}).undiscovered)


def test_equal_series_queries_are_looked_up_once() -> None:
    rules = load(rule_text(seriesQuery=PATTERN, name="{as: a}"), rule_text(seriesQuery=PATTERN, name="{as: b}"))
    assert listings_of(rules) == (QUEUES,)


def test_of_two_patterns_for_a_name_the_later_rule_counts() -> None:
    other = """'{job="a"}'"""
    rules = load(rule_text(seriesQuery=PATTERN, name="{as: x}"), rule_text(seriesQuery=other, name="{as: x}"))
    catalog = catalog_of(rules, {QUEUES: ["z"], JOBS: ["b", "a"]})
    assert served(catalog) == {"x": "b"}


def test_a_name_that_was_spelled_out_is_not_taken_over_by_a_pattern() -> None:
    rules = load(rule_text(), rule_text(seriesQuery=PATTERN, name="{as: queue_lag}"))
    assert served(catalog_of(rules, {QUEUES: ["queue_other"]})) == {"queue_lag": "queue_lag"}


def test_each_server_is_asked_for_its_own_names() -> None:
    servers = "servers: [{name: eu, url: 'http://eu:9090'}]\n"
    rules = load_rules(
        servers + "externalRules:\n" + rule_text(seriesQuery=PATTERN) + rule_text(seriesQuery=PATTERN, server="eu"),
        source="f",
    )
    catalog = catalog_of(rules, {Listing(server="eu", series_query='{__name__=~"^queue_.*"}'): ["queue_a"]})
    assert (served(catalog), catalog.undiscovered) == ({"queue_a": "queue_a"}, (QUEUES,))
