"""What a strategic merge patch makes of a built-in object: a merge patch whose keyed lists merge item by item.

Of the directives, `$patch: delete|replace` is followed; `$setElementOrder` and `$retainKeys` are passed over.
"""

from e2e.sandbox.documents import Document
from e2e.sandbox.field_sets import is_keyed, item_key
from e2e.sandbox.resources import ListShapes


def strategically_merged(document: object, patch: object, lists: ListShapes) -> object:
    """The patched document."""
    return _merged(document, patch, (), lists)


def _merged(document: object, patch: object, names: tuple[str, ...], lists: ListShapes) -> object:
    if isinstance(patch, dict):
        return _merged_object(document if isinstance(document, dict) else {}, patch, names, lists)
    keys = lists.keys_at(names)
    if isinstance(patch, list) and is_keyed(patch, keys):
        earlier = document if is_keyed(document, keys) else []
        assert isinstance(earlier, list)
        return _merged_items(earlier, patch, names, lists)
    return patch


def _merged_object(document: Document, patch: Document, names: tuple[str, ...], lists: ListShapes) -> Document:
    merged = {} if patch.get("$patch") == "replace" else dict(document)
    for key, value in patch.items():
        if key.startswith("$"):
            continue
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = _merged(merged.get(key), value, (*names, key), lists)
    return merged


def _merged_items(
    items: list[Document], patch: list[Document], names: tuple[str, ...], lists: ListShapes
) -> list[Document]:
    keys = lists.keys_at(names)
    merged = {item_key(item, keys): item for item in items}
    for item in patch:
        segment = item_key(item, keys)
        if item.get("$patch") == "delete":
            merged.pop(segment, None)
        else:
            merged[segment] = _merged_object(merged.get(segment, {}), item, names, lists)
    return list(merged.values())
