"""Does an entry of `spec.metrics` hold the source that its type names, and no other?"""

import msgspec
import pytest

from scaler.api.validation_metrics import metric_errors
from scaler.api.validation_references import ApiVersionRule
from scaler.api.wire import WireMetricSpec, WirePodsMetricSource
from tests.unit.scaler.api.specs import EXTERNAL, OBJECT, ONE_OF_EACH, PODS, RESOURCE

ANOTHER = "Forbidden: must populate the given metric source only"
WORDS = '"ContainerResource", "External", "Object", "Pods", "Resource"'


def texts(metric: WireMetricSpec) -> list[str]:
    return [str(error) for error in metric_errors(metric, "m", ApiVersionRule.GROUP_OPTIONAL)]


@pytest.mark.parametrize("metric", ONE_OF_EACH, ids=lambda metric: metric.type)
def test_a_type_with_its_source_is_fine(metric: WireMetricSpec) -> None:
    assert texts(metric) == []


@pytest.mark.parametrize("metric", ONE_OF_EACH, ids=lambda metric: metric.type)
def test_a_type_needs_its_source(metric: WireMetricSpec) -> None:
    source = metric.type[0].lower() + metric.type[1:]
    expected = [f"m.{source}: Required value: must populate information for the given metric source"]
    assert expected == texts(WireMetricSpec(type=metric.type))


def test_no_type_is_told_twice() -> None:
    expected = [
        "m.type: Required value: must specify a metric source type",
        f'm.type: Unsupported value: "": supported values: {WORDS}',
    ]
    assert expected == texts(WireMetricSpec())


def test_an_unknown_type_is_refused_with_the_words_there_are() -> None:
    expected = [f'm.type: Unsupported value: "external": supported values: {WORDS}']
    assert expected == texts(WireMetricSpec(type="external", external=EXTERNAL))


def test_only_the_first_source_is_looked_at() -> None:
    metric = WireMetricSpec(type="External", external=EXTERNAL, pods=WirePodsMetricSource())
    assert texts(metric) == [f"m.pods: {ANOTHER}"]


def test_every_source_but_the_types_own_is_surplus() -> None:
    metric = WireMetricSpec(type="Pods", object=OBJECT, external=EXTERNAL, pods=PODS, resource=RESOURCE)
    assert [f"m.{source}: {ANOTHER}" for source in ("object", "external", "resource")] == texts(metric)


def test_a_single_source_of_another_type_is_not_called_surplus() -> None:
    expected = ["m.pods: Required value: must populate information for the given metric source"]
    assert expected == texts(WireMetricSpec(type="Pods", external=EXTERNAL))


def test_a_described_object_follows_the_given_rule() -> None:
    described = msgspec.structs.replace(OBJECT.described_object, api_version="a/b/c")
    metric = WireMetricSpec(type="Object", object=msgspec.structs.replace(OBJECT, described_object=described))
    assert list(metric_errors(metric, "m", ApiVersionRule.UNCHECKED)) == []
