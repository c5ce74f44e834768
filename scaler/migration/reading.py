"""What is there now? Both autoscalers, their workload, and whoever else scales it, as of one look."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import NotFound
from adapter.kube.meta import ManagedFieldsEntry, NamespacedName
from scaler.api.kinds import AutoscalerKind
from scaler.cluster.writers import replicas_writer
from scaler.migration.documents import Document, count_at, items_at, mapping_at, text_at
from scaler.migration.seen import Seen, SeenWorkload
from scaler.migration.targets import kind_of_target, same_target

_PAGE: Final = "500"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """An autoscaler of a list, which says its kind nowhere itself."""

    kind: AutoscalerKind
    document: Document

    @property
    def key(self) -> NamespacedName:
        metadata = mapping_at(self.document, "metadata")
        return NamespacedName(text_at(metadata, "namespace"), text_at(metadata, "name"))


async def look(client: KubeClient, key: NamespacedName) -> Seen:
    """Everything that a hand-over of this name depends on. Raises ApiError."""
    stock = await optional(client, AutoscalerKind.HORIZONTAL_POD_AUTOSCALER.path(key))
    zero = await optional(client, AutoscalerKind.ZERO_POD_AUTOSCALER.path(key))
    reference = mapping_at(stock if stock is not None else zero, "spec", "scaleTargetRef")
    rivals = [
        f"{other.kind.kind} {other.key.name}"
        async for other in autoscalers(client, key.namespace)
        if other.key != key and same_target(reference, mapping_at(other.document, "spec", "scaleTargetRef"))
    ]
    return Seen(
        key=key,
        stock=stock,
        zero=zero,
        workload=await read_workload(client, key.namespace, reference),
        rivals=tuple(rivals),
    )


async def autoscalers(client: KubeClient, namespace: str | None) -> AsyncIterator[Listed]:
    """Both kinds, in one namespace or in all. Raises ApiError; where our kind isn't served there are none of it."""
    for kind in AutoscalerKind:
        try:
            async for document in listed(client, kind.collection(namespace)):
                yield Listed(kind=kind, document=document)
        except NotFound:
            if kind is not AutoscalerKind.ZERO_POD_AUTOSCALER:
                raise


async def listed(client: KubeClient, path: str) -> AsyncIterator[Document]:
    """Every object of a collection, page by page. Raises ApiError."""
    paging: dict[str, str] = {}
    while True:
        page = await client.get(path, dict[str, object], params={"limit": _PAGE, **paging})
        for item in items_at(page, "items"):
            yield mapping_at(item)
        more = text_at(page, "metadata", "continue")
        if not more:
            return
        paging = {"continue": more}


async def optional(client: KubeClient, path: str) -> Document | None:
    """The object, None if it isn't there. Raises ApiError."""
    try:
        return await client.get(path, dict[str, object])
    except NotFound:
        return None


async def read_workload(client: KubeClient, namespace: str, reference: Document) -> SeenWorkload | None:
    """The target of a scaleTargetRef, None if it isn't there or of a kind that we don't know. Raises ApiError."""
    kind = kind_of_target(reference)
    if kind is None:
        return None
    path = kind.path(NamespacedName(namespace, text_at(reference, "name")))
    document = await optional(client, path)
    return None if document is None else workload_of(path, document)


def workload_of(path: str, document: Document) -> SeenWorkload:
    """What matters of a workload; an unset count is 1, as everywhere in Kubernetes."""
    managed = msgspec.convert(items_at(document, "metadata", "managedFields"), tuple[ManagedFieldsEntry, ...])
    replicas = count_at(document, "spec", "replicas")
    return SeenWorkload(
        path=path,
        spec_replicas=1 if replicas is None else replicas,
        resource_version=text_at(document, "metadata", "resourceVersion"),
        writer=replicas_writer(managed),
    )
