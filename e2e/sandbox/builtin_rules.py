"""What built-in kinds get by default and refuse: only the few rules that an autoscaler or its tests run into.

Built-in objects have no schema here: unknown fields are kept, and most nonsense is believed.
"""

from collections.abc import Iterator, Mapping

from e2e.sandbox.documents import Document, at, with_value
from e2e.sandbox.schema_validation import Problem

_APPS = frozenset({"Deployment.apps", "ReplicaSet.apps", "StatefulSet.apps"})
_AUTOSCALER = "HorizontalPodAutoscaler.autoscaling"


def with_builtin_defaults(qualified_kind: str, document: Document) -> Document:
    """The document with `spec.replicas` and `spec.minReplicas` as kube-apiserver would fill them in."""
    if qualified_kind in _APPS and at(document, ("spec", "replicas")) is None:
        return with_value(document, ("spec", "replicas"), 1)
    if qualified_kind == _AUTOSCALER and at(document, ("spec", "minReplicas")) is None:
        return with_value(document, ("spec", "minReplicas"), 1)
    if qualified_kind == "Namespace":
        return with_value(document, ("status", "phase"), "Active")
    return document


def builtin_problems(qualified_kind: str, document: Document, *, scale_to_zero: bool) -> list[Problem]:
    """What is wrong with a document of a built-in kind; `scale_to_zero` is the gate HPAScaleToZero."""
    if qualified_kind in _APPS:
        return list(_workload_problems(document))
    if qualified_kind == _AUTOSCALER:
        return list(_autoscaler_problems(document, 0 if scale_to_zero else 1))
    return []


def _workload_problems(document: Document) -> Iterator[Problem]:
    replicas = at(document, ("spec", "replicas"))
    if not isinstance(replicas, int) or isinstance(replicas, bool) or replicas < 0:
        message = f"Invalid value: {replicas}: must be greater than or equal to 0"
        yield "spec.replicas", "FieldValueInvalid", message
    selector = at(document, ("spec", "selector"))
    if not isinstance(selector, dict) or not selector:
        yield "spec.selector", "FieldValueRequired", "Required value"
        return
    wanted = at(document, ("spec", "selector", "matchLabels"))
    labels = at(document, ("spec", "template", "metadata", "labels"))
    containers = at(document, ("spec", "template", "spec", "containers"))
    if not isinstance(containers, list) or not all(isinstance(each, dict) and "name" in each for each in containers):
        yield "spec.template.spec.containers", "FieldValueRequired", "Required value"
    if isinstance(wanted, Mapping) and not wanted.items() <= (labels if isinstance(labels, dict) else {}).items():
        message = "Invalid value: `selector` does not match template `labels`"
        yield "spec.template.metadata.labels", "FieldValueInvalid", message


def _autoscaler_problems(document: Document, lowest: int) -> Iterator[Problem]:
    least, most = at(document, ("spec", "minReplicas")), at(document, ("spec", "maxReplicas"))
    if not isinstance(least, int) or least < lowest:
        message = f"Invalid value: {least}: must be greater than or equal to {lowest}"
        yield "spec.minReplicas", "FieldValueInvalid", message
    if not isinstance(most, int) or most < 1:
        yield "spec.maxReplicas", "FieldValueInvalid", f"Invalid value: {most}: must be greater than 0"
    elif isinstance(least, int) and most < least:
        message = f"Invalid value: {most}: must be greater than or equal to `minReplicas`"
        yield "spec.maxReplicas", "FieldValueInvalid", message
