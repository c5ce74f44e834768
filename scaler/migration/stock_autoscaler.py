"""Which HorizontalPodAutoscaler says what a ZeroPodAutoscaler says? Its spec without `zero`, and what that loses."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from scaler.api.companion import MIN_REPLICAS_ANNOTATION
from scaler.api.kinds import AutoscalerKind
from scaler.controller.pause import PAUSED, PAUSED_UNTIL
from scaler.migration.documents import Document, at, count_at, mapping_at, texts_at, with_fields
from scaler.migration.metadata import carried_metadata
from scaler.migration.seen import is_shadow, mark_of

TO_HPA: Final = "to-hpa"
_KIND: Final = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
_OURS: Final = (PAUSED, PAUSED_UNTIL)


class Gate(StrEnum):
    """The cluster's feature gate HPAScaleToZero, in the API server and in kube-controller-manager alike."""

    ON = "on"
    OFF = "off"


def stock_autoscaler_of(zero: Document, gate: Gate) -> dict[str, object]:
    """The object that asks for the same; with the gate off at least one replica."""
    spec = with_fields(mapping_at(zero, "spec"), zero=None)
    if gate is Gate.OFF and sleeps(zero):
        spec["minReplicas"] = 1
    metadata = carried_metadata(zero)
    annotations = {name: text for name, text in texts_at(metadata, "annotations").items() if name not in _OURS}
    return {
        "apiVersion": _KIND.api_version,
        "kind": _KIND.kind,
        "metadata": with_fields(metadata, annotations=annotations or None),
        "spec": spec,
    }


def sleeps(zero: Document) -> bool:
    """May the workload go to zero?"""
    return count_at(zero, "spec", "minReplicas") == 0


def losses(zero: Document, gate: Gate) -> Iterator[str]:
    """What no HorizontalPodAutoscaler can say, one line each. What this hand-over itself has set is none."""
    if gate is Gate.OFF and sleeps(zero):
        yield (
            "minReplicas 0 becomes 1: the gate HPAScaleToZero is off, so it sleeps no more "
            f'(unless annotated {MIN_REPLICAS_ANNOTATION}: "0": see docs/companion.md)'
        )
    block = mapping_at(zero, "spec", "zero")
    cooldown = count_at(block, "cooldownSeconds")
    if cooldown:
        yield f"spec.zero.cooldownSeconds {cooldown}: only the scale-down window holds it up"
    for (field, value), meaning in _UNSAYABLE.items():
        if at(block, field) == value:
            yield f"spec.zero.{field} {value}: {meaning}"
    if at(block, "inFlight") is not None:
        yield "spec.zero.inFlight: work in progress holds no replica any more"
    if is_shadow(zero) and mark_of(zero) != TO_HPA:
        yield "spec.zero.mode Shadow: the stock controller scales in earnest"
    if texts_at(zero, "metadata", "annotations").get(PAUSED, "false") != "false":
        yield f"the pause by the annotation {PAUSED}: the stock controller scales at once"


_UNSAYABLE: Final = {
    ("wake", "Immediate"): "it leaves zero by the scale-up policies",
    ("initial", "ScaledToZero"): "a workload that is created at zero stays there",
    ("onDelete", "Restore"): "deleted while it sleeps, it leaves the workload at zero",
}
