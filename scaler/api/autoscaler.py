"""What is an autoscaler, as the controller sees it? Whose it is, what it asks for, and what it said last."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from adapter.kube.meta import NamespacedName
from scaler.api.companion import Companion
from scaler.api.conditions import Condition
from scaler.api.kinds import AutoscalerKind
from scaler.api.metric_status import MetricStatus
from scaler.api.pauses import UNNOTED, PauseAuthor
from scaler.api.types import AutoscalerSpec

FINALIZER: Final = "lagzero.dev/restore"
"""Holds a deleted autoscaler until its sleeping workload is restored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoscalerId:
    """Which autoscaler: two of different kinds may share a name. Our own kind goes without saying when printed."""

    kind: AutoscalerKind
    key: NamespacedName

    def __hash__(self) -> int:
        # Of the texts alone: it is asked for dozens of times a sync, and two kinds seldom share a name.
        return hash((self.key.namespace, self.key.name))

    def __str__(self) -> str:
        return str(self.key) if self.kind is AutoscalerKind.ZERO_POD_AUTOSCALER else self.qualified

    @property
    def qualified(self) -> str:
        """With its kind in any case, for messages that name several."""
        return f"{self.kind.kind} {self.key}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stranger:
    """An autoscaler that is somebody else's to look after: enough of it to tell it something."""

    kind: AutoscalerKind
    key: NamespacedName
    uid: str
    resource_version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoscalerStatus:
    """What status holds. The form of `memory` is the controller's affair; `state`, `reference`
    and `targets` are columns.
    """

    current_replicas: int = 0
    desired_replicas: int = 0
    observed_generation: int | None = None
    last_scale_time: datetime | None = None
    current_metrics: tuple[MetricStatus, ...] = ()
    conditions: tuple[Condition, ...] = ()
    memory: Mapping[str, object] | None = None
    state: str = ""
    reference: str = ""
    targets: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Autoscaler:
    """`resource_version` is opaque; `generation` counts the changes of the spec, where the API counts them.

    `paused_by` is who set the annotation of a pause. `deleting` is when somebody deleted it: it stays as long as there
    are `finalizers`. `fault` says why the spec could not be read; then it is empty but for its target.

    `companion` is set for a stock autoscaler that is only taken across the border between 0 and its own minimum; its
    spec says minReplicas 0.
    """

    kind: AutoscalerKind
    key: NamespacedName
    uid: str
    generation: int
    resource_version: str
    spec: AutoscalerSpec
    annotations: Mapping[str, str] = field(default_factory=dict)
    status: AutoscalerStatus = AutoscalerStatus()
    companion: Companion | None = None
    paused_by: PauseAuthor = UNNOTED
    finalizers: tuple[str, ...] = ()
    deleting: datetime | None = None
    fault: str = ""
    id: AutoscalerId = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Made once: a sync asks for it dozens of times.
        object.__setattr__(self, "id", AutoscalerId(kind=self.kind, key=self.key))

    @property
    def is_held(self) -> bool:
        """Is it deleted, and there only until we let it go?"""
        return self.deleting is not None and FINALIZER in self.finalizers
