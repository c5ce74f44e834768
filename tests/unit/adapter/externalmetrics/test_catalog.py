"""Which rule serves a name is decided, never left to chance."""

from adapter.externalmetrics.catalog import Catalog, Listing, TakenOver, catalog_of, listings_of
from adapter.externalmetrics.rules import load_rules, read_rules
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


def test_the_later_rule_counts_whether_it_spells_a_name_out_or_finds_it() -> None:
    pattern, name = rule_text(seriesQuery=PATTERN, name="{as: queue_lag}"), rule_text()
    found = [served(catalog_of(load(*rules), {QUEUES: ["queue_z"]})) for rules in ((name, pattern), (pattern, name))]
    assert found == [{"queue_lag": "queue_z"}, {"queue_lag": "queue_lag"}]


def test_the_names_of_a_refused_rule_are_known_and_taken_from_no_other() -> None:
    bad = rule_text(seriesQuery=PATTERN, metricsQuery=None)
    rules = read_rules("externalRules:\n" + rule_text(seriesQuery="queue_a") + bad, source="f")
    catalog = catalog_of(rules, {QUEUES: ["queue_a", "queue_b"]})
    assert (["queue_a"], ["queue_b"]) == (list(catalog.metrics), list(catalog.refused))


def test_each_server_is_asked_for_its_own_names() -> None:
    servers = "servers: [{name: eu, url: 'http://eu:9090'}]\n"
    rules = load_rules(
        servers + "externalRules:\n" + rule_text(seriesQuery=PATTERN) + rule_text(seriesQuery=PATTERN, server="eu"),
        source="f",
    )
    catalog = catalog_of(rules, {Listing(server="eu", series_query='{__name__=~"^queue_.*"}'): ["queue_a"]})
    assert (served(catalog), catalog.undiscovered) == ({"queue_a": "queue_a"}, (QUEUES,))


def test_a_pattern_that_takes_a_name_that_was_spelled_out_is_told() -> None:
    rules = load(rule_text(seriesQuery="queue_a"), rule_text(seriesQuery=PATTERN))
    found = [catalog_of(rules, {QUEUES: names}).taken_over for names in (["queue_b"], ["queue_a", "queue_b"])]
    spelled_out, pattern = (rule.place for rule in rules.rules)
    assert [(), (TakenOver(metric="queue_a", spelled_out=spelled_out, pattern=pattern),)] == found


def test_a_rule_behind_a_pattern_takes_its_name_back_without_a_word() -> None:
    rules = load(rule_text(seriesQuery=PATTERN), rule_text(seriesQuery="queue_a"))
    assert () == catalog_of(rules, {QUEUES: ["queue_a"]}).taken_over
