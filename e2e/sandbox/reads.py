"""How get and list are answered. Lists show the present, in pages too: a later page may be of a later state."""

import base64
import binascii
from collections.abc import Mapping

import msgspec

from e2e.sandbox.documents import encode
from e2e.sandbox.failures import bad_request
from e2e.sandbox.history import Stored
from e2e.sandbox.resources import ResourceType
from e2e.sandbox.selection import Selection
from e2e.sandbox.store import Key, Store


class _Continue(msgspec.Struct):
    revision: int
    last: Key


def list_body(
    store: Store, kind: ResourceType, namespace: str, selection: Selection, query: Mapping[str, str]
) -> bytes:
    """The JSON of a list, or of one page when there is a limit; raises 410 for a token older than the history."""
    page, metadata = selected(store, kind, namespace, selection, query)
    # The items' JSON is there already; joining it is many times faster than encoding the list.
    head = b'{"kind":"%sList","apiVersion":"%s","metadata":' % (kind.kind.encode(), kind.api_version.encode())
    return head + encode(metadata) + b',"items":[' + b",".join(stored.body for stored in page) + b"]}"


def selected(
    store: Store, kind: ResourceType, namespace: str, selection: Selection, query: Mapping[str, str]
) -> tuple[list[Stored], dict[str, object]]:
    """The objects of a list request, and the list's metadata."""
    found = [item for item in store.list(kind.qualified, namespace) if selection.holds(item[1].document)]
    metadata: dict[str, object] = {"resourceVersion": str(store.revision)}
    if token := query.get("continue"):
        start = _decoded(token)
        store.history(kind.qualified).position_after(start.revision)
        found = [item for item in found if item[0] > start.last]
    limit = _limit(query.get("limit") or "0")
    if limit and len(found) > limit:
        metadata["continue"] = _encoded(_Continue(revision=store.revision, last=found[limit - 1][0]))
        metadata["remainingItemCount"] = len(found) - limit
        found = found[:limit]
    return [stored for _, stored in found], metadata


def _limit(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise bad_request(f"invalid limit: {text}") from error


def _encoded(start: _Continue) -> str:
    return base64.urlsafe_b64encode(msgspec.json.encode(start)).decode().rstrip("=")


def _decoded(token: str) -> _Continue:
    try:
        padded = token + "=" * (-len(token) % 4)
        return msgspec.json.decode(base64.urlsafe_b64decode(padded), type=_Continue)
    except (binascii.Error, msgspec.DecodeError) as error:
        raise bad_request("continue key is not valid") from error
