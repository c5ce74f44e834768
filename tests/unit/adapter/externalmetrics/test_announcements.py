"""Rules that come into use are announced: a line for each that is set aside, and how many there are."""

from structlog.testing import capture_logs

from adapter.externalmetrics.announcements import announce, announce_taken_over, remark_of
from adapter.externalmetrics.catalog import Listing, catalog_of
from adapter.prometheus.observer import Silent
from tests.unit.adapter.externalmetrics.ruletexts import read, rule_text


class Notes(Silent):
    def __init__(self) -> None:
        self.taken: list[tuple[int, int]] = []

    def rules_taken(self, served: int, refused: int) -> None:
        self.taken.append((served, refused))


def test_each_rule_that_is_set_aside_is_one_warning_with_its_place() -> None:
    rules = read(rule_text(metricsQuery=None), rule_text(seriesQuery="b", resources=None), rule_text(seriesQuery="c"))
    with capture_logs() as lines:
        announce(rules, Notes())
    assert [("warning", "rules.yaml:2"), ("warning", "rules.yaml:4")] == [
        (line["log_level"], line["place"]) for line in lines
    ]


def test_a_warning_about_a_rule_that_is_served_is_said_too() -> None:
    with capture_logs() as lines:
        announce(read(rule_text(metricsQuery="'sum(<<.Series>>)'")), Notes())
    assert ["rule may not do what it looks like"] == [line["event"] for line in lines]


def test_the_observer_hears_how_many_rules_there_are() -> None:
    notes = Notes()
    announce(read(rule_text(metricsQuery=None), rule_text(seriesQuery="c")), notes)
    assert [(1, 1)] == notes.taken


def test_how_many_are_set_aside_is_no_secret_and_which_is() -> None:
    rules = read(rule_text(metricsQuery=None), rule_text(seriesQuery="c"))
    expected = "1 of 2 rules can't be served, and reading their metrics fails: reasons in the log"
    assert (expected, "") == (remark_of(rules), remark_of(read(rule_text())))


def test_a_name_that_a_pattern_takes_over_is_said_when_it_happens() -> None:
    rules = read(rule_text(seriesQuery="queue_a"), rule_text(seriesQuery="""'{__name__=~"^queue_.*"}'"""))
    before, after = (
        catalog_of(rules, {Listing(server="prometheus", series_query='{__name__=~"^queue_.*"}'): names})
        for names in ([], ["queue_a"])
    )
    with capture_logs() as lines:
        announce_taken_over(after, before)
        announce_taken_over(after, after)
    assert [("queue_a", "rules.yaml:2", "rules.yaml:5")] == [
        (line["metric"], line["spelled_out"], line["pattern"]) for line in lines
    ]
