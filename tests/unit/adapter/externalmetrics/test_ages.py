"""How old a sample is decides whether it counts."""

from datetime import UTC, datetime, timedelta

from adapter.externalmetrics.ages import AGE_LABEL, Aged, TooOld, aged, with_ages
from adapter.externalmetrics.queryshapes import SelectorShape
from adapter.prometheus.samples import Sample

NOW = datetime(2025, 1, 1, 0, 10, tzinfo=UTC)
VALUE = Sample(labels={"name": "a"}, at=NOW, value="5")


def oldest(seconds_ago: float) -> Sample:
    return Sample(labels={AGE_LABEL: "0"}, at=NOW, value=f"{NOW.timestamp() - seconds_ago:.3f}")


def test_ages_are_asked_for_in_the_same_query() -> None:
    selectors = (SelectorShape(before="", after=""), SelectorShape(before='a="b",', after=""))
    expected = (
        "(sum(s{m}) # why\n)\n"
        'or label_replace(min(timestamp(s{m})) by (n),"__lagzero_oldest__","0","","")\n'
        'or label_replace(min(timestamp(s{a="b",m})) by (n),"__lagzero_oldest__","1","","")'
    )
    assert expected == with_ages("sum(s{m}) # why", selectors, series="s", matchers="m", by="n")


def test_a_value_has_the_time_of_the_oldest_sample_behind_it() -> None:
    found = aged((VALUE, oldest(3), oldest(20)), max_age_seconds=30)
    expected = Sample(labels={"name": "a"}, at=NOW - timedelta(seconds=20), value="5")
    assert Aged(samples=(expected,), age_seconds=20.0) == found


def test_a_value_of_older_samples_does_not_count() -> None:
    found = aged((VALUE, oldest(31)), max_age_seconds=30)
    assert TooOld(text="the last sample is 31s old, and the rule's maxAge is 30s") == found


def test_a_value_without_any_dated_sample_does_not_count() -> None:
    assert isinstance(aged((VALUE,), max_age_seconds=30), TooOld)


def test_nothing_is_never_too_old() -> None:
    assert Aged(samples=(), age_seconds=0.0) == aged((oldest(900),), max_age_seconds=30)
