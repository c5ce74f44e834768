"""Items carry what Prometheus said, exactly, or there are none."""

from datetime import UTC, datetime

import pytest

from adapter.externalmetrics.policies import OnNegative, OnNotFinite, Reduce, ValuePolicies
from adapter.externalmetrics.values import Unusable, items_of
from adapter.kube.external_metrics import ExternalMetricValue
from adapter.prometheus.samples import Sample

STRICT = ValuePolicies()
AT = datetime(2025, 1, 1, 0, 0, 0, 900_000, tzinfo=UTC)


def result(*values: str) -> tuple[Sample, ...]:
    return tuple(Sample(labels={"name": "a"}, at=AT, value=value) for value in values)


def test_an_item_has_the_labels_the_time_and_the_exact_value_of_its_sample() -> None:
    expected = ExternalMetricValue(
        metric_name="m", metric_labels={"name": "a"}, timestamp="2025-01-01T00:00:00Z", value="100m"
    )
    assert (expected,) == items_of(result("0.1"), metric="m", policies=STRICT)


def test_the_name_of_the_series_stays_among_the_labels() -> None:
    labels = {"__name__": "queue_lag", "name": "a"}
    [item] = _items(Sample(labels=labels, at=AT, value="1"))
    assert labels == item.metric_labels


def test_a_scalar_has_no_labels_and_an_aggregate_has_empty_ones() -> None:
    samples = (Sample(labels=None, at=AT, value="1"), Sample(labels={}, at=AT, value="1"))
    assert [item.metric_labels for item in _items(*samples)] == [None, {}]


def test_nothing_stays_nothing() -> None:
    assert items_of(result(), metric="m", policies=STRICT) == ()


@pytest.mark.parametrize(
    ("value", "policy"), [("NaN", "onNaN"), ("+Inf", "onInf"), ("-Inf", "onInf"), ("1e+16", "onInf")]
)
def test_one_value_that_cannot_be_said_spoils_the_answer_and_is_named(value: str, policy: str) -> None:
    found = items_of(result("1", value), metric="m", policies=STRICT)
    assert isinstance(found, Unusable)
    assert f"metric 'm': the series {{name='a'}} is {value}, which is an error by policy {policy}=error" in found.text


def test_a_scalar_that_cannot_be_said_is_named_too() -> None:
    found = items_of((Sample(labels=None, at=AT, value="NaN"),), metric="m", policies=STRICT)
    assert isinstance(found, Unusable)
    assert found.text.startswith("metric 'm': the scalar is NaN, which is an error by policy onNaN=error")


def test_a_value_that_is_no_number_spoils_the_answer_too() -> None:
    assert isinstance(items_of(result("many"), metric="m", policies=STRICT), Unusable)


@pytest.mark.parametrize(
    ("value", "policies", "expected"),
    [
        ("NaN", ValuePolicies(on_nan=OnNotFinite.ZERO), "0"),
        ("+Inf", ValuePolicies(on_infinity=OnNotFinite.ZERO), "0"),
        ("-Inf", ValuePolicies(on_infinity=OnNotFinite.ZERO), "0"),
        ("+Inf", ValuePolicies(on_infinity=OnNotFinite.CLAMP), "9223372036854775"),
        ("1e+300", ValuePolicies(on_infinity=OnNotFinite.CLAMP), "9223372036854775"),
        ("-Inf", ValuePolicies(on_infinity=OnNotFinite.CLAMP), "-9223372036854775"),
        ("-Inf", ValuePolicies(on_infinity=OnNotFinite.CLAMP, on_negative=OnNegative.ZERO), "0"),
        ("-3", ValuePolicies(), "-3"),
        ("-3", ValuePolicies(on_negative=OnNegative.ZERO), "0"),
        ("-0", ValuePolicies(on_negative=OnNegative.ERROR), "0"),
        ("3", ValuePolicies(on_negative=OnNegative.ERROR), "3"),
    ],
)
def test_a_policy_decides_about_values_that_need_it(value: str, policies: ValuePolicies, expected: str) -> None:
    assert [expected] == [item.value for item in _items(*result(value), policies=policies)]


@pytest.mark.parametrize("value", ["-1e-09", "-Inf"])
def test_a_negative_value_is_an_error_when_the_rule_says_so(value: str) -> None:
    policies = ValuePolicies(on_infinity=OnNotFinite.CLAMP, on_negative=OnNegative.ERROR)
    found = items_of(result(value), metric="m", policies=policies)
    expected = f"metric 'm': the series {{name='a'}} is {value}, which is an error by policy onNegative=error"
    assert Unusable(text=expected) == found


LATER = AT.replace(second=5)
SEVERAL = (
    Sample(labels={"name": "b", "zone": "x"}, at=LATER, value="0.5"),
    Sample(labels={"name": "a", "zone": "x"}, at=AT, value="2"),
)


@pytest.mark.parametrize(
    ("reduce", "expected"),
    [
        (Reduce.NONE, [("500m", {"name": "b", "zone": "x"}), ("2", {"name": "a", "zone": "x"})]),
        (Reduce.SUM, [("2500m", {"zone": "x"})]),
        (Reduce.MAX, [("2", {"name": "a", "zone": "x"})]),
        (Reduce.FIRST, [("2", {"name": "a", "zone": "x"})]),
    ],
)
def test_several_items_become_what_the_rule_says(reduce: Reduce, expected: list[tuple[str, dict[str, str]]]) -> None:
    items = _items(*SEVERAL, policies=ValuePolicies(reduce=reduce))
    assert expected == [(item.value, item.metric_labels) for item in items]


def test_a_sum_is_as_old_as_its_oldest_part() -> None:
    [item] = _items(*SEVERAL, policies=ValuePolicies(reduce=Reduce.SUM))
    assert item.timestamp == "2025-01-01T00:00:00Z"


def test_several_items_may_be_an_error() -> None:
    expected = "metric 'm': 2 series, which is an error by policy reduce=error: aggregate them"
    assert Unusable(text=expected) == items_of(SEVERAL, metric="m", policies=ValuePolicies(reduce=Reduce.ERROR))


@pytest.mark.parametrize("reduce", list(Reduce))
def test_one_item_and_none_need_no_reduction(reduce: Reduce) -> None:
    policies = ValuePolicies(reduce=reduce)
    assert ((), ["1"]) == (_items(policies=policies), [item.value for item in _items(*result("1"), policies=policies)])


def test_a_sum_beyond_what_kubernetes_counts_falls_under_the_policy_of_infinities() -> None:
    large = result("9e+15", "9e+15")
    failed = items_of(large, metric="m", policies=ValuePolicies(reduce=Reduce.SUM))
    clamped = _items(*large, policies=ValuePolicies(reduce=Reduce.SUM, on_infinity=OnNotFinite.CLAMP))
    assert (True, ["9223372036854775"]) == (isinstance(failed, Unusable), [item.value for item in clamped])


def _items(*samples: Sample, policies: ValuePolicies = STRICT) -> tuple[ExternalMetricValue, ...]:
    found = items_of(samples, metric="m", policies=policies)
    assert not isinstance(found, Unusable)
    return found
