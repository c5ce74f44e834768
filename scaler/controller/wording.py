"""How are people and times named in what we say of them? As managedFields have them, and honestly where they don't."""

from datetime import datetime
from typing import Final

from scaler.algorithm.model import ReplicasWriter
from scaler.api.types import AutoscalerSpec

NOBODY_NOTED: Final = "somebody whom managedFields don't name"


def target_name(spec: AutoscalerSpec) -> str:
    return f"{spec.scale_target_ref.kind}/{spec.scale_target_ref.name}"


def moment(at: datetime) -> str:
    """RFC 3339, in whole seconds."""
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"


def at_moment(at: datetime | None) -> str:
    """` at TIME`, empty where it isn't known."""
    return "" if at is None else f" at {moment(at)}"


def who_wrote(writer: ReplicasWriter) -> str:
    """A field manager, and the subresource that it wrote if it wasn't the object itself.

    An update of /scale to zero leaves no owner behind, and as long as there is none later updates aren't noted either.
    """
    if not writer.manager:
        return NOBODY_NOTED
    return f"{writer.manager}{f' (through /{writer.through})' if writer.through else ''}"


def counted(replicas: int) -> str:
    return f"{replicas} replica{'' if replicas == 1 else 's'}"
