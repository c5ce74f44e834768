"""Which workloads can be targets, and what is known of each? A copy of their scales, kept by watches.

Of each object only the scale, its writer and its pause are kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from adapter.kube.meta import NamespacedName, ObjectMeta
from adapter.kube.selectors import SelectorError, selector_of
from scaler.algorithm.model import Scale
from scaler.api.pauses import PAUSED, PAUSED_UNTIL, UNNOTED, PauseAuthor, pause_author
from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.writers import replicas_writer
from scaler.controller.ports import Target

_PAUSE: Final = (PAUSED, PAUSED_UNTIL)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkloadKind:
    """A kind with a /scale that we watch: one of which few objects are targets only where one of them is."""

    kind: str
    group: str
    version: str
    plural: str
    few_are_targets: bool = False

    def collection(self, namespace: str | None) -> str:
        """The path of its objects, in one namespace or in all."""
        scope = "" if namespace is None else f"/namespaces/{namespace}"
        return f"/apis/{self.group}/{self.version}{scope}/{self.plural}"

    def path(self, key: NamespacedName) -> str:
        return f"{self.collection(key.namespace)}/{key.name}"


WORKLOAD_KINDS = (
    WorkloadKind(kind="Deployment", group="apps", version="v1", plural="deployments"),
    WorkloadKind(kind="StatefulSet", group="apps", version="v1", plural="statefulsets"),
    WorkloadKind(kind="ReplicaSet", group="apps", version="v1", plural="replicasets", few_are_targets=True),
)


def workload_kind(reference: CrossVersionObjectReference) -> WorkloadKind | None:
    """The watched kind that a reference names; its version doesn't matter, its group does."""
    group = reference.api_version.partition("/")[0]
    for known in WORKLOAD_KINDS:
        if (known.kind, known.group) == (reference.kind, group):
            return known
    return None


class _Requirement(msgspec.Struct, frozen=True):
    key: str = ""
    operator: str = ""
    values: tuple[str, ...] = ()


class _Selector(msgspec.Struct, rename="camel", frozen=True):
    match_labels: dict[str, str] = {}
    match_expressions: tuple[_Requirement, ...] = ()


class _Spec(msgspec.Struct, frozen=True):
    replicas: int | None = None
    selector: _Selector | None = None


class _Status(msgspec.Struct, frozen=True):
    replicas: int = 0


class WireWorkload(msgspec.Struct, frozen=True):
    """A workload of a watched kind, as much of it as scaling needs."""

    metadata: ObjectMeta = msgspec.field(default_factory=ObjectMeta)
    spec: _Spec = msgspec.field(default_factory=_Spec)
    status: _Status = msgspec.field(default_factory=_Status)


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """One known workload: its target's parts, and the annotations that may pause it."""

    target: Target
    annotations: Mapping[str, str]
    paused_by: PauseAuthor = UNNOTED


class WorkloadCache:
    """The sink of one kind's watch. What we wrote ourselves is known before the watch tells it."""

    def __init__(self, kind: WorkloadKind) -> None:
        self.kind = kind
        self._workloads: dict[NamespacedName, Workload] = {}

    def get(self, key: NamespacedName) -> Workload | None:
        return self._workloads.get(key)

    def replaced(self, items: Sequence[WireWorkload], namespace: str | None) -> None:
        for key in [key for key in self._workloads if namespace in {None, key.namespace}]:
            del self._workloads[key]
        self._workloads.update((item.metadata.key, decode_workload(item, self.kind)) for item in items)

    def applied(self, item: WireWorkload) -> None:
        key, workload = item.metadata.key, decode_workload(item, self.kind)
        if not _is_behind(workload, self._workloads.get(key)):
            self._workloads[key] = workload

    def deleted(self, item: WireWorkload) -> None:
        self._workloads.pop(item.metadata.key, None)

    def wrote(self, key: NamespacedName, workload: Workload) -> None:
        """Take in an object as the API server returned it after a write or a fresh read.

        Only if it is still the one that is known: an answer that comes after the watch told of the object's deletion
        would bring it back for good, since nothing more will be told of it.
        """
        known = self._workloads.get(key)
        if known is not None and known.target.uid == workload.target.uid and not _is_behind(workload, known):
            self._workloads[key] = workload


def decode_workload(item: WireWorkload, kind: WorkloadKind) -> Workload:
    """What scaling needs of a workload. An unset count is 1, as everywhere in Kubernetes."""
    metadata, spec = item.metadata, item.spec
    target = Target(
        namespace=metadata.namespace,
        reference=CrossVersionObjectReference(
            kind=kind.kind, name=metadata.name, api_version=f"{kind.group}/{kind.version}"
        ),
        scale=Scale(
            spec_replicas=1 if spec.replicas is None else spec.replicas,
            status_replicas=item.status.replicas,
            selector=_selector_text(spec.selector),
        ),
        writer=replicas_writer(metadata.managed_fields),
        resource_version=metadata.resource_version,
        uid=metadata.uid,
    )
    return Workload(target=target, annotations=pause_annotations(metadata), paused_by=pause_author(metadata))


def pause_annotations(metadata: ObjectMeta) -> Mapping[str, str]:
    """Those that may pause the workload; others may be as long as a manifest."""
    return {name: metadata.annotations[name] for name in _PAUSE if name in metadata.annotations}


def _selector_text(selector: _Selector | None) -> str:
    """The text that /scale would give; empty where there is none or it can't be read."""
    if selector is None:
        return ""
    expressions = [(wanted.key, wanted.operator, wanted.values) for wanted in selector.match_expressions]
    try:
        return str(selector_of(selector.match_labels, expressions))
    except SelectorError:
        return ""


def _is_behind(told: Workload, known: Workload | None) -> bool:
    """Is it an earlier state of the known object? One that was made again is another one.

    Resource versions of one kind are ordered numbers since Kubernetes 1.35; others can't be told apart.
    """
    if known is None or told.target.uid != known.target.uid:
        return False
    version, than = told.target.resource_version, known.target.resource_version
    return version.isdecimal() and than.isdecimal() and int(version) < int(than)
