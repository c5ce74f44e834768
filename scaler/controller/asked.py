"""What does an autoscaler ask for, as against what it says? Another ask is due at once, a written status is not."""

from collections.abc import Mapping
from dataclasses import dataclass

from scaler.api.autoscaler import Autoscaler
from scaler.api.types import AutoscalerSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Two that are equal ask for the same. Not every API counts generations."""

    uid: str
    generation: int
    spec: AutoscalerSpec
    annotations: Mapping[str, str]
    is_deleted: bool
    own_minimum: int | None


def asked_by(autoscaler: Autoscaler) -> Asked:
    companion = autoscaler.companion
    return Asked(
        uid=autoscaler.uid,
        generation=autoscaler.generation,
        spec=autoscaler.spec,
        annotations=autoscaler.annotations,
        is_deleted=autoscaler.deleting is not None,
        own_minimum=None if companion is None else companion.min_replicas,
    )
