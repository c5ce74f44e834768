"""What is there now? Both autoscalers, their workload, and whoever else scales it, as of one look."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from adapter.kube.client import KubeClient
from adapter.kube.errors import NotFound
from adapter.kube.meta import NamespacedName
from scaler.api.kinds import AutoscalerKind
from scaler.migration.documents import Document, items_at, mapping_at, text_at
from scaler.migration.seen import Seen, Unscalable
from scaler.migration.target_reading import optional, read_target
from scaler.migration.targets import same_target

__all__ = ["Listed", "autoscalers", "listed", "look", "optional"]

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
    target = await read_target(client, key.namespace, reference) if reference else None
    return Seen(
        key=key,
        stock=stock,
        zero=zero,
        workload=None if isinstance(target, Unscalable) else target,
        rivals=tuple(rivals),
        unscalable=target.text if isinstance(target, Unscalable) else "",
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
