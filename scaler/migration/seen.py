"""What does a hand-over look at? Both autoscalers, the workload, and whoever else scales it."""

from dataclasses import dataclass

from adapter.kube.meta import NamespacedName
from scaler.algorithm.model import ReplicasWriter
from scaler.migration.documents import Document, at, mapping_at, text_at

MARK = "lagzero.dev/migration"
"""The annotation on the autoscaler that a hand-over made, while it lasts: a second run knows its own by it."""

MADE_OF = "lagzero.dev/migration-of"
"""Beside it: a fingerprint of the spec that the object was made of. One that was edited since is made anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomCount:
    """Where a custom resource keeps its count: its /scale takes no apply, so an owned zero is applied to the object."""

    api_version: str
    kind: str
    field: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenWorkload:
    """The target: its path, its count, and who wrote that.

    The count of one that `is_read_by_scale` stands in its /scale, and may stand elsewhere in the object.
    """

    path: str
    spec_replicas: int
    resource_version: str
    writer: ReplicasWriter
    is_read_by_scale: bool = False
    custom: CustomCount | None = None

    @property
    def count_path(self) -> str:
        """Where `spec.replicas` is its count."""
        return f"{self.path}/scale" if self.is_read_by_scale else self.path


@dataclass(frozen=True, slots=True, kw_only=True)
class Unscalable:
    """Why nothing scales a target of that kind, in words for people."""

    text: str


SeenTarget = SeenWorkload | Unscalable | None
"""None where no object of that name is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One look. `rivals` are other autoscalers of the same target, by kind and name.

    `unscalable` says why there is no workload where nothing scales its kind, and is empty otherwise.
    """

    key: NamespacedName
    stock: Document | None
    zero: Document | None
    workload: SeenWorkload | None
    rivals: tuple[str, ...] = ()
    unscalable: str = ""

    @property
    def target(self) -> Document:
        """The scaleTargetRef of whichever autoscaler there is."""
        document = self.stock if self.stock is not None else self.zero
        return mapping_at(document, "spec", "scaleTargetRef")

    @property
    def target_name(self) -> str:
        return f"{text_at(self.target, 'kind')}/{text_at(self.target, 'name')}"


def mark_of(document: Document | None) -> str:
    """What the mark says, empty without one."""
    return text_at(document, "metadata", "annotations", MARK)


def is_leaving(document: Document | None) -> bool:
    """Is it deleted already, and held by its finalizers?"""
    return text_at(document, "metadata", "deletionTimestamp") != ""


def is_shadow(zero: Document | None) -> bool:
    """Does it only watch?"""
    return at(zero, "spec", "zero", "mode") == "Shadow"
