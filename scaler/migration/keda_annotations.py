"""What do KEDA's annotations become? A pause is a pause; a forbidden direction is a policy of behavior."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scaler.controller.pause import PAUSED
from scaler.migration.keda_parts import Difference

_PAUSED: Final = "autoscaling.keda.sh/paused"
_PAUSED_REPLICAS: Final = "autoscaling.keda.sh/paused-replicas"
_HALVES: Final = {
    "autoscaling.keda.sh/paused-scale-in": "scaleDown",
    "autoscaling.keda.sh/paused-scale-out": "scaleUp",
}
_THEIRS: Final = (
    "autoscaling.keda.sh/",
    "scaledobject.keda.sh/",
    "validations.keda.sh/",
    "kubectl.kubernetes.io/last-applied-configuration",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotations:
    """Those that stay, with our pause among them; `disabled` are the directions of behavior that may not move."""

    kept: Mapping[str, str]
    disabled: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()


def annotations_of(annotations: Mapping[str, str]) -> Annotations:
    kept = {name: text for name, text in annotations.items() if not name.startswith(_THEIRS)}
    differences: list[Difference] = []
    replicas = annotations.get(_PAUSED_REPLICAS)
    if replicas is not None:
        kept[PAUSED] = f"held at {replicas} by {_PAUSED_REPLICAS}"
        differences.append(
            Difference(
                text=f"{_PAUSED_REPLICAS} {replicas}: a pause here holds the count that there is: scale the "
                f"workload to {replicas} by hand if it isn't"
            )
        )
    elif annotations.get(_PAUSED, "false").lower() not in {"false", ""}:
        kept[PAUSED] = f"paused by {_PAUSED}"
    disabled = tuple(half for name, half in _HALVES.items() if annotations.get(name, "").lower() == "true")
    return Annotations(kept=kept, disabled=disabled, differences=tuple(differences))
