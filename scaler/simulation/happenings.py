"""What can happen in a scenario? One value per thing that somebody or something does to the world."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scaler.api.types import AutoscalerSpec
from scaler.simulation.moments import Millis


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleBy:
    """Somebody writes `spec.replicas`."""

    replicas: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """The autoscaler's spec becomes another."""

    spec: AutoscalerSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotate:
    """Annotations of the autoscaler or the workload are set; None takes one away."""

    on_workload: bool
    annotations: Mapping[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """The scaler is killed and started again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusReplicas:
    """`status.replicas` no longer follows `spec.replicas`; None lets it follow again."""

    replicas: int | None


class Access(StrEnum):
    """What an outage takes away: reading the target's scale, or writing it."""

    READS = "reads"
    WRITES = "writes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    of: Access
    until: Millis


@dataclass(frozen=True, slots=True, kw_only=True)
class PodsUnready:
    until: Millis


@dataclass(frozen=True, slots=True, kw_only=True)
class Delete:
    """Somebody deletes the autoscaler. It is there until nothing holds it."""


Happening = Delete | ScaleBy | Edit | Annotate | Restart | StatusReplicas | Outage | PodsUnready


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Something that happens at `at`, before the sync of that moment."""

    at: Millis
    what: Happening
