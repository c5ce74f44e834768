"""Where does a target's scale come from, and how does a count get there? One source per kind of target."""

from typing import Final, Protocol

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName, ObjectMeta
from scaler.algorithm.model import ScaleUnavailable
from scaler.cluster.workloads import Workload
from scaler.cluster.writers import FIELD_MANAGER
from scaler.controller.ports import Target

_API_VERSION: Final = "autoscaling/v1"


class ScaleSource(Protocol):
    """The targets of one kind."""

    async def read(self, key: NamespacedName) -> Workload | ScaleUnavailable:
        """The target as it is known; a failed read is a value."""
        ...

    async def read_again(self, key: NamespacedName) -> Workload:
        """The target as the API server has it now. Raises ApiError."""
        ...

    async def put(self, target: Target, replicas: int) -> str:
        """Write a count onto the version that was seen; the version it has made. Raises ApiError."""
        ...

    def wrote(self, target: Target) -> None:
        """Take in what was written, before anybody else tells of it: until then nobody may decide on the old count."""
        ...

    def selector(self, key: NamespacedName) -> str:
        """The target's selector as far as it is known without asking; empty if it isn't."""
        ...


class Answer(msgspec.Struct, frozen=True):
    """What is read of the object that a write returns."""

    metadata: ObjectMeta = msgspec.field(default_factory=ObjectMeta)


async def apply_scale(client: KubeClient, path: str, target: Target, replicas: int) -> str:
    """The version made by an apply of the Scale at `path`.

    By apply, not by update: an update to zero would leave no trace of who wrote it, since a Scale omits a zero.
    """
    body = {
        "apiVersion": _API_VERSION,
        "kind": "Scale",
        "metadata": applied_metadata(target),
        "spec": {"replicas": replicas},
    }
    answer = await client.apply(path, body, Answer, field_manager=FIELD_MANAGER, force=True)
    return answer.metadata.resource_version


def applied_metadata(target: Target) -> dict[str, str]:
    """What an apply onto the version that was seen says of its object."""
    name, namespace, version = target.reference.name, target.namespace, target.resource_version
    return {"name": name, "namespace": namespace, "resourceVersion": version}
