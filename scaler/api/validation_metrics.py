"""Is one entry of `spec.metrics` well formed? Its type, and that exactly the source of that type is there."""

from collections.abc import Iterator

from scaler.api.field_errors import FieldError, forbidden, not_supported, required
from scaler.api.validation_references import ApiVersionRule
from scaler.api.validation_sources import (
    container_resource_errors,
    external_errors,
    object_errors,
    pods_errors,
    resource_errors,
)
from scaler.api.wire import WireMetricSpec

SOURCE_OF_TYPE = {
    "Object": "object",
    "External": "external",
    "Pods": "pods",
    "Resource": "resource",
    "ContainerResource": "containerResource",
}
"""In the order in which the API server looks at them."""


def metric_errors(metric: WireMetricSpec, field: str, described_object_rule: ApiVersionRule) -> Iterator[FieldError]:
    if not metric.type:
        yield required(f"{field}.type", "must specify a metric source type")
    if metric.type not in SOURCE_OF_TYPE:
        yield not_supported(f"{field}.type", metric.type, SOURCE_OF_TYPE)
    yield from _first_source_errors(metric, field, described_object_rule)
    present = _sources_present(metric)
    expected = SOURCE_OF_TYPE.get(metric.type)
    if expected is not None and expected not in present:
        yield required(f"{field}.{expected}", "must populate information for the given metric source")
    # A single source of another type passes: only the type's own absence was reported above.
    if len(present) > 1:
        for source in present:
            if source != expected:
                yield forbidden(f"{field}.{source}", "must populate the given metric source only")


def _sources_present(metric: WireMetricSpec) -> tuple[str, ...]:
    sources = {
        "object": metric.object,
        "external": metric.external,
        "pods": metric.pods,
        "resource": metric.resource,
        "containerResource": metric.container_resource,
    }
    return tuple(name for name, source in sources.items() if source is not None)


def _first_source_errors(
    metric: WireMetricSpec, field: str, described_object_rule: ApiVersionRule
) -> Iterator[FieldError]:
    """Only the first source that is there gets checked."""
    if metric.object is not None:
        yield from object_errors(metric.object, f"{field}.object", described_object_rule)
    elif metric.external is not None:
        yield from external_errors(metric.external, f"{field}.external")
    elif metric.pods is not None:
        yield from pods_errors(metric.pods, f"{field}.pods")
    elif metric.resource is not None:
        yield from resource_errors(metric.resource, f"{field}.resource")
    elif metric.container_resource is not None:
        yield from container_resource_errors(metric.container_resource, f"{field}.containerResource")
