"""How does an HPA of an older version read as autoscaling/v2? Converted where it can be, else named as too old."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scaler.cli.validate_objects import Object

CURRENT: Final = "autoscaling/v2"
_KIND: Final = "HorizontalPodAutoscaler"
_ANNOTATED: Final = "autoscaling.alpha.kubernetes.io/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Converted:
    """The object as autoscaling/v2. `refusal` is why no present API server takes it as it is, `note` what to know."""

    document: dict[str, object]
    refusal: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TooOld:
    """A version whose spec says other things in other words."""

    refusal: str


def in_current_version(found: Object) -> Converted | TooOld:
    """Objects of other groups and of autoscaling/v2 stay as they are."""
    match (found.kind, found.api_version):
        case (kind, "autoscaling/v1") if kind == _KIND:
            return Converted(document=_from_v1(found.document), note=_note_on_v1(found.document))
        case (kind, "autoscaling/v2beta2") if kind == _KIND:
            return Converted(document=found.document | {"apiVersion": CURRENT}, refusal=_gone(found, "1.26"))
        case (kind, "autoscaling/v2beta1") if kind == _KIND:
            refusal = f"{_gone(found, '1.25')}; its metrics have no block `target`: write one for each"
            return TooOld(refusal=refusal)
        case _:
            return Converted(document=found.document)


def _gone(found: Object, since: str) -> str:
    """Kubectl's words, then what to do."""
    return (
        f'no matches for kind "{_KIND}" in version "{found.api_version}": no API server serves it since Kubernetes '
        f"{since}; write apiVersion: {CURRENT}"
    )


def _from_v1(document: Mapping[str, object]) -> dict[str, object]:
    """The one metric that v1 has, as a Resource metric."""
    spec = document.get("spec")
    converted = dict(spec) if isinstance(spec, Mapping) else {}
    percent = converted.pop("targetCPUUtilizationPercentage", None)
    if percent is not None:
        target = {"type": "Utilization", "averageUtilization": percent}
        converted["metrics"] = [{"type": "Resource", "resource": {"name": "cpu", "target": target}}]
    kept = {key: value for key, value in document.items() if key != "status"}
    return kept | {"apiVersion": CURRENT, "spec": converted}


def _note_on_v1(document: Mapping[str, object]) -> str:
    note = f"autoscaling/v1 was read as {CURRENT}: write that version, which says more"
    metadata = document.get("metadata")
    annotations = metadata.get("annotations") if isinstance(metadata, Mapping) else None
    if isinstance(annotations, Mapping) and any(str(name).startswith(_ANNOTATED) for name in annotations):
        note += f"; metrics and behavior in annotations {_ANNOTATED}* were not looked at"
    return note
