"""How do reads that failed read? The stock controller's words, for conditions and events.

Source: metrics/client.go, replica_calculator.go, horizontal.go validateAndParseSelector (v1.37).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from adapter.kube.selectors import Selector, SelectorError, parse_selector
from scaler.algorithm.model import MetricUnavailable, SelectorFault
from scaler.api.autoscaler import AutoscalerId
from scaler.api.selector_text import selector_text
from scaler.api.types import CrossVersionObjectReference, MetricIdentifier

_REMEMBERED: Final = 32_768
_NO_SELECTOR = SelectorFault(
    reason="SelectorRequired",
    condition_reason="InvalidSelector",
    condition_message="the HPA target's scale is missing a selector",
    message="selector is required",
)


def external_broken(namespace: str, metric: MetricIdentifier, cause: str) -> MetricUnavailable:
    """The external metrics API, or the engine in its place, failed."""
    return _external(namespace, metric, f"unable to fetch metrics from external metrics API: {cause}")


def external_missing(namespace: str, metric: MetricIdentifier) -> MetricUnavailable:
    """The question was answered, and nothing was there."""
    return _external(namespace, metric, "no metrics returned from external metrics API")


def resource_broken(resource: str, cause: str) -> MetricUnavailable:
    """The resource metrics API failed."""
    return _resource(resource, f"unable to fetch metrics from resource metrics API: {cause}")


def resource_missing(resource: str) -> MetricUnavailable:
    return _resource(resource, "no metrics returned from resource metrics API")


def pods_metric_broken(metric: MetricIdentifier, cause: str) -> MetricUnavailable:
    """The custom metrics API failed to say anything about pods."""
    return _pods_metric(metric, f"unable to fetch metrics from custom metrics API: {cause}")


def pods_metric_missing(metric: MetricIdentifier) -> MetricUnavailable:
    return _pods_metric(metric, "no metrics returned from custom metrics API")


def object_broken(
    namespace: str, described: CrossVersionObjectReference, metric: MetricIdentifier, cause: str
) -> MetricUnavailable:
    """The custom metrics API failed to say anything about an object."""
    asked = f"unable to get metric {metric.name} on {described.kind} {namespace}/{described.name}"
    return MetricUnavailable(message=f"{asked}: unable to fetch metrics from custom metrics API: {cause}")


def ambiguous_pods(selector: str, autoscalers: Sequence[AutoscalerId]) -> SelectorFault:
    """The selector's pods are also those of other autoscalers' targets."""
    others = " ".join(str(each) for each in autoscalers)
    text = f"pods by selector {selector} are controlled by more than one HPA (e.g. [{others}])"
    return SelectorFault(
        reason="AmbiguousSelector", condition_reason="AmbiguousSelector", condition_message=text, message=text
    )


@lru_cache(maxsize=_REMEMBERED)
def target_selector(text: str) -> Selector | SelectorFault:
    """The selector in a target's scale, or why it can't be used; for one text always the same object."""
    if not text:
        return _NO_SELECTOR
    try:
        return parse_selector(text)
    except SelectorError as error:
        fault = f"couldn't convert selector into a corresponding internal selector object: {error}"
        return SelectorFault(
            reason="InvalidSelector", condition_reason="InvalidSelector", condition_message=fault, message=fault
        )


def _resource(resource: str, cause: str) -> MetricUnavailable:
    return MetricUnavailable(message=f"unable to get metrics for resource {resource}: {cause}")


def _pods_metric(metric: MetricIdentifier, cause: str) -> MetricUnavailable:
    return MetricUnavailable(message=f"unable to get metric {metric.name}: {cause}")


def _external(namespace: str, metric: MetricIdentifier, cause: str) -> MetricUnavailable:
    asked = f"{namespace}/{metric.name}/{selector_text(metric.selector)}"
    return MetricUnavailable(message=f"unable to get external metric {asked}: {cause}")
