"""What is in a collection? All of it, read in pages, as of one resourceVersion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from adapter.kube.errors import Gone
from adapter.kube.watch_wire import HasMetadata, ObjectDecoder, Page, Undecodable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adapter.kube.client import KubeClient

T = TypeVar("T", bound=HasMetadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed(Generic[T]):
    """The objects that could be read, those that couldn't, and the version to watch from."""

    items: list[T]
    undecodable: list[Undecodable]
    resource_version: str


async def list_all(
    client: KubeClient, path: str, decoder: ObjectDecoder[T], *, params: Mapping[str, str], page_size: int
) -> Listed[T]:
    """Everything in the collection at `path`. Raises ApiError, and MalformedError for an object without metadata."""
    try:
        return await _read_pages(client, path, decoder, {**params, "limit": str(page_size)})
    except Gone:
        # The pages took longer than the server remembers; a second try in pages might take as long.
        return await _read_pages(client, path, decoder, params)


async def _read_pages(client: KubeClient, path: str, decoder: ObjectDecoder[T], params: Mapping[str, str]) -> Listed[T]:
    items: list[T] = []
    undecodable: list[Undecodable] = []
    paging: dict[str, str] = {}
    while True:
        page = await client.get(path, Page, params={**params, **paging})
        for raw in page.items or ():
            item = decoder.decode(raw)
            if isinstance(item, Undecodable):
                undecodable.append(item)
            else:
                items.append(item)
        if not page.metadata.continue_:
            return Listed(items=items, undecodable=undecodable, resource_version=page.metadata.resource_version)
        paging = {"continue": page.metadata.continue_}
