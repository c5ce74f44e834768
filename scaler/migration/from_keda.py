"""Which ZeroPodAutoscaler and which rules do what a ScaledObject does? And what isn't the same afterwards?"""

from collections.abc import Iterator, Sequence
from typing import Final

from scaler.api.kinds import AutoscalerKind
from scaler.migration.documents import Document, at, count_at, items_at, mapping_at, text_at, texts_at, with_fields
from scaler.migration.keda_advice import advice_on
from scaler.migration.keda_annotations import Annotations, annotations_of
from scaler.migration.keda_parts import Converted, Difference, Part
from scaler.migration.keda_prometheus import Trigger, part_of_prometheus
from scaler.migration.keda_resources import RESOURCES, part_of_resource
from scaler.migration.targets import group_of, known_kind

GROUP: Final = "keda.sh"
_KIND: Final = AutoscalerKind.ZERO_POD_AUTOSCALER
_MOST: Final = 100
_COOLDOWN_SECONDS: Final = 300


def converted(source: Document) -> Converted:
    """What comes of one object of keda.sh, of any kind."""
    namespace = text_at(source, "metadata", "namespace") or "default"
    name = f"{text_at(source, 'kind')} {namespace}/{text_at(source, 'metadata', 'name')}"
    refusal = _refusal(source)
    if refusal:
        return Converted(source=name, autoscaler=None, differences=(Difference(text=refusal, lost=True),))
    annotations = annotations_of(texts_at(source, "metadata", "annotations"))
    parts = [_part(source, namespace, index, trigger) for index, trigger in enumerate(_triggers(source))]
    differences = (
        *(each for part in parts for each in part.differences),
        *annotations.differences,
        *_differences(source),
    )
    metrics = [part.metric for part in parts if part.metric is not None]
    if not metrics or (_sleeps(source) and not any(part.rule for part in parts)):
        lost = Difference(text="no trigger is left that a ZeroPodAutoscaler could go by", lost=True)
        return Converted(source=name, autoscaler=None, differences=(*differences, lost))
    is_whole = not any(each.lost for each in differences)
    return Converted(
        source=name,
        autoscaler=_autoscaler(source, namespace, annotations, metrics, is_whole=is_whole),
        rules=tuple(part.rule for part in parts if part.rule is not None),
        differences=differences,
    )


def _refusal(source: Document) -> str:
    """Why nothing can be made of the whole object."""
    if text_at(source, "kind") != "ScaledObject":
        return "lagzero scales what goes on running: a queue of Jobs stays with KEDA, or becomes a Deployment"
    formula = text_at(source, "spec", "advanced", "scalingModifiers", "formula")
    if formula:
        return (
            f"scalingModifiers.formula {formula!r} joins its triggers: write it as one PromQL expression in the "
            "metricsQuery of a rule, and an External metric for it"
        )
    return ""


def _part(source: Document, namespace: str, index: int, trigger: object) -> Part:
    kind, document = text_at(trigger, "type"), mapping_at(trigger)
    if kind in RESOURCES:
        return part_of_resource(document, index)
    if kind != "prometheus":
        text = f"the {kind} trigger {index} has no counterpart: {advice_on(kind)}"
        return Part(differences=(Difference(text=text, lost=True),))
    reference = mapping_at(trigger, "authenticationRef")
    named = f"{text_at(reference, 'kind') or 'TriggerAuthentication'} {text_at(reference, 'name')}"
    return part_of_prometheus(
        Trigger(
            name=text_at(source, "metadata", "name"),
            namespace=namespace,
            index=index,
            metadata=texts_at(trigger, "metadata"),
            metric_type=text_at(trigger, "metricType"),
            authentication=named if reference else "",
            goes_to_zero=_sleeps(source),
        )
    )


def _autoscaler(
    source: Document, namespace: str, annotations: Annotations, metrics: Sequence[Document], *, is_whole: bool
) -> Document:
    metadata = {
        "name": text_at(source, "metadata", "name"),
        "namespace": namespace,
        "labels": texts_at(source, "metadata", "labels") or None,
        "annotations": dict(annotations.kept) or None,
    }
    most = count_at(source, "spec", "maxReplicaCount")
    spec = {
        "scaleTargetRef": _reference(source),
        "minReplicas": _least(source),
        "maxReplicas": _MOST if most is None else most,
        "metrics": list(metrics),
        "behavior": _behavior(source, annotations) or None,
        "zero": _zero(source, is_whole=is_whole) or None,
    }
    return {
        "apiVersion": _KIND.api_version,
        "kind": _KIND.kind,
        "metadata": with_fields(metadata),
        "spec": with_fields(spec),
    }


def _zero(source: Document, *, is_whole: bool) -> dict[str, object]:
    """KEDA takes every zero for its own. What isn't whole only watches until somebody has dealt with the rest."""
    zero: dict[str, object] = {}
    if _sleeps(source):
        cooldown = count_at(source, "spec", "cooldownPeriod")
        zero["cooldownSeconds"] = _COOLDOWN_SECONDS if cooldown is None else cooldown
        zero["initial"] = "ScaledToZero"
    if at(source, "spec", "advanced", "restoreToOriginalReplicaCount") is True:
        zero["onDelete"] = "Restore"
    if not is_whole:
        zero["mode"] = "Shadow"
    return zero


def _behavior(source: Document, annotations: Annotations) -> dict[str, object]:
    behavior = dict(mapping_at(source, "spec", "advanced", "horizontalPodAutoscalerConfig", "behavior"))
    for half in annotations.disabled:
        behavior[half] = {**mapping_at(behavior, half), "selectPolicy": "Disabled"}
    return behavior


def _differences(source: Document) -> Iterator[Difference]:
    reference = _reference(source)
    if known_kind(reference) is None:
        kind, group = text_at(reference, "kind"), group_of(reference) or "the core group"
        yield Difference(
            text=f"it scales a {kind} of {group}: give lagzero the rights to it and to its /scale "
            "(component other-kinds)"
        )
    if not text_at(source, "metadata", "namespace"):
        yield Difference(text="it names no namespace: it is taken for one of `default`")
    spec = mapping_at(source, "spec")
    idle, least = count_at(spec, "idleReplicaCount"), count_at(spec, "minReplicaCount") or 0
    if idle is not None and least > 0:
        yield Difference(
            text=f"idleReplicaCount {idle} with minReplicaCount {least}: it wakes to what the metrics ask for, "
            f"which may be fewer than {least}"
        )
    if count_at(spec, "initialCooldownPeriod"):
        yield Difference(text="initialCooldownPeriod: a new workload waits cooldownSeconds and one scale-down window")
    if count_at(spec, "pollingInterval") is not None:
        yield Difference(
            text=f"pollingInterval {count_at(spec, 'pollingInterval')}: the scaler's --wake-interval (1s) counts at "
            "zero, its --sync-period (15s) above"
        )
    fallback = mapping_at(spec, "fallback")
    if fallback and text_at(fallback, "behavior") != "currentReplicas":
        yield Difference(
            text=f"fallback to {count_at(fallback, 'replicas')} replicas: while a metric can't be read the count is "
            "held, and never lowered"
        )
    if at(spec, "advanced", "restoreToOriginalReplicaCount") is True:
        yield Difference(
            text="restoreToOriginalReplicaCount becomes spec.zero.onDelete: Restore; set it to false in the "
            "ScaledObject before that is deleted, or KEDA changes the count"
        )


def _reference(source: Document) -> dict[str, object]:
    """With KEDA's defaults."""
    reference = mapping_at(source, "spec", "scaleTargetRef")
    return {
        "apiVersion": text_at(reference, "apiVersion") or "apps/v1",
        "kind": text_at(reference, "kind") or "Deployment",
        "name": text_at(reference, "name"),
    }


def _least(source: Document) -> int:
    return 0 if _sleeps(source) else count_at(source, "spec", "minReplicaCount") or 0


def _sleeps(source: Document) -> bool:
    """May it go to zero? By its minimum, or by what it has when idle."""
    return count_at(source, "spec", "idleReplicaCount") == 0 or not count_at(source, "spec", "minReplicaCount")


def _triggers(source: Document) -> tuple[object, ...]:
    return items_at(source, "spec", "triggers")
