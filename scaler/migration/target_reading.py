"""What is the target of a scaleTargetRef now? Its count, whoever wrote that, and how an owned zero is written there.

The kinds that the scaler watches are known by heart; any other one is looked up by discovery, as the scaler does it.
"""

from typing import Final

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import NotFound
from adapter.kube.meta import ManagedFieldsEntry, NamespacedName
from scaler.algorithm.model import ReplicasWriter
from scaler.cluster.discovered import Discovered, kinds_of, versions_of
from scaler.cluster.replicas_path import is_custom, replicas_path
from scaler.cluster.writers import replicas_writer
from scaler.migration.documents import Document, count_at, items_at, text_at
from scaler.migration.seen import CustomCount, SeenTarget, SeenWorkload, Unscalable
from scaler.migration.targets import group_of, known_kind

_REPLICAS: Final = ("spec", "replicas")


async def read_target(client: KubeClient, namespace: str, reference: Document) -> SeenTarget:
    """None if it isn't there, Unscalable if nothing scales its kind. Raises ApiError."""
    key = NamespacedName(namespace, text_at(reference, "name"))
    known = known_kind(reference)
    if known is not None:
        path = known.path(key)
        document = await optional(client, path)
        return None if document is None else workload_of(path, document)
    kind = await _discovered(client, reference)
    return kind if isinstance(kind, Unscalable) else await _read(client, kind, key)


async def optional(client: KubeClient, path: str) -> Document | None:
    """The object, None if it isn't there. Raises ApiError."""
    try:
        return await client.get(path, dict[str, object])
    except NotFound:
        return None


def workload_of(path: str, document: Document) -> SeenWorkload:
    """What matters of a workload; an unset count is 1, as everywhere in Kubernetes."""
    replicas = count_at(document, "spec", "replicas")
    return SeenWorkload(
        path=path,
        spec_replicas=1 if replicas is None else replicas,
        resource_version=text_at(document, "metadata", "resourceVersion"),
        writer=_writer(document, _REPLICAS),
    )


async def _discovered(client: KubeClient, reference: Document) -> Discovered | Unscalable:
    """The kind in the version that the server prefers."""
    group, name = group_of(reference), text_at(reference, "kind")
    for version in await versions_of(client, group):
        for kind in await kinds_of(client, group, version):
            if kind.kind != name:
                continue
            if kind.has_scale and kind.namespaced:
                return kind
            return Unscalable(text=f"{kind.qualified} have no /scale, so no autoscaler can scale them")
    where = f"the group {group}" if group else "the core group, which has no name"
    return Unscalable(text=f'the API server has no kind "{name}" in {where}: correct scaleTargetRef, or install it')


async def _read(client: KubeClient, kind: Discovered, key: NamespacedName) -> SeenWorkload | None:
    path = _path(kind, key)
    scale, document = await optional(client, f"{path}/scale"), await optional(client, path)
    if scale is None or document is None:
        return None
    field = await replicas_path(client, kind)
    custom = CustomCount(api_version=kind.api_version, kind=kind.kind, field=field) if is_custom(kind) else None
    return SeenWorkload(
        path=path,
        spec_replicas=count_at(scale, "spec", "replicas") or 0,  # a Scale omits a zero
        resource_version=text_at(scale, "metadata", "resourceVersion"),
        writer=_writer(document, field),
        is_read_by_scale=True,
        custom=custom,
    )


def _path(kind: Discovered, key: NamespacedName) -> str:
    root = f"/apis/{kind.api_version}" if kind.group else f"/api/{kind.version}"
    return f"{root}/namespaces/{key.namespace}/{kind.plural}/{key.name}"


def _writer(document: Document, field: tuple[str, ...]) -> ReplicasWriter:
    managed = msgspec.convert(items_at(document, "metadata", "managedFields"), tuple[ManagedFieldsEntry, ...])
    return replicas_writer(managed, field)
