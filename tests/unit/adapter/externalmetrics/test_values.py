"""Items carry what Prometheus said, exactly, or there are none."""

from datetime import UTC, datetime

import pytest

from adapter.externalmetrics.values import Unusable, items_of
from adapter.kube.external_metrics import ExternalMetricValue
from adapter.prometheus.samples import QueryResult, Sample

AT = datetime(2025, 1, 1, 0, 0, 0, 900_000, tzinfo=UTC)


def result(*values: str) -> QueryResult:
    return QueryResult(samples=tuple(Sample(labels={"name": "a"}, at=AT, value=value) for value in values))


def test_an_item_has_the_labels_the_time_and_the_exact_value_of_its_sample() -> None:
    expected = ExternalMetricValue(
        metric_name="m", metric_labels={"name": "a"}, timestamp="2025-01-01T00:00:00Z", value="100m"
    )
    assert (expected,) == items_of(result("0.1"), metric="m")


def test_the_name_of_the_series_stays_among_the_labels() -> None:
    labels = {"__name__": "queue_lag", "name": "a"}
    [item] = _items(QueryResult(samples=(Sample(labels=labels, at=AT, value="1"),)))
    assert labels == item.metric_labels


def test_a_scalar_has_no_labels_and_an_aggregate_has_empty_ones() -> None:
    samples = (Sample(labels=None, at=AT, value="1"), Sample(labels={}, at=AT, value="1"))
    assert [item.metric_labels for item in _items(QueryResult(samples=samples))] == [None, {}]


def test_nothing_stays_nothing() -> None:
    assert items_of(result(), metric="m") == ()


@pytest.mark.parametrize(
    ("value", "policy"), [("NaN", "onNaN"), ("+Inf", "onInf"), ("-Inf", "onInf"), ("1e+16", "onInf")]
)
def test_one_value_that_cannot_be_said_spoils_the_answer_and_is_named(value: str, policy: str) -> None:
    found = items_of(result("1", value), metric="m")
    assert isinstance(found, Unusable)
    assert f"metric 'm': the series {{name='a'}} is {value}, which is an error by policy {policy}=error" in found.text


def test_a_scalar_that_cannot_be_said_is_named_too() -> None:
    found = items_of(QueryResult(samples=(Sample(labels=None, at=AT, value="NaN"),)), metric="m")
    assert isinstance(found, Unusable)
    assert found.text.startswith("metric 'm': the scalar is NaN, which is an error by policy onNaN=error")


def test_a_value_that_is_no_number_spoils_the_answer_too() -> None:
    assert isinstance(items_of(result("many"), metric="m"), Unusable)


def _items(answer: QueryResult) -> tuple[ExternalMetricValue, ...]:
    found = items_of(answer, metric="m")
    assert not isinstance(found, Unusable)
    return found
