"""Which fields a document has, and how `fieldsV1` writes a set of them.

A field is a path of segments: `f:NAME` in an object, `k:{"type":"Ready"}` for an item of a keyed list, with a last
segment `.` for the item itself. Lists without keys are one value. Objects get no `.` of their own: kube-apiserver
writes those too, they say nothing about leaves.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from e2e.sandbox.documents import Document, encode
from e2e.sandbox.resources import ListShapes

FieldPath = tuple[str, ...]
ITEM = "."
_UNOWNED = frozenset(
    {
        "name", "namespace", "uid", "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp",
        "deletionGracePeriodSeconds", "managedFields", "selfLink", "generateName",
    }
)  # fmt: skip


def leaves(document: Document, lists: ListShapes) -> dict[FieldPath, object]:
    """Every field that somebody can own, with its value."""
    owned = {key: value for key, value in document.items() if key not in {"apiVersion", "kind", "metadata"}}
    metadata = {key: value for key, value in document["metadata"].items() if value and key not in _UNOWNED}
    if metadata:
        owned["metadata"] = metadata
    return _walked(owned, lists) if owned else {}


def item_key(item: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    """The segment of an item of a keyed list."""
    return "k:" + encode({key: item.get(key) for key in sorted(keys)}).decode()


def is_keyed(value: object, keys: tuple[str, ...]) -> bool:
    """Whether a list can be taken for a map: it should be one, and each item has some key."""
    return bool(keys) and isinstance(value, list) and all(isinstance(i, dict) and keys[0] in i for i in value)


def fields_v1(paths: Iterable[FieldPath]) -> Document:
    """A set of fields as the tree that managedFields shows."""
    tree: Document = {}
    for path in sorted(paths):
        node = tree
        for segment in path:
            node = node.setdefault(segment, {})
    return tree


def paths_of(tree: Mapping[str, Any]) -> frozenset[FieldPath]:
    """The set that a `fieldsV1` tree stands for."""
    return frozenset(_tree_paths(tree, ()))


def _tree_paths(tree: Mapping[str, Any], above: FieldPath) -> Iterator[FieldPath]:
    for segment, below in tree.items():
        if below:
            yield from _tree_paths(below, (*above, segment))
        else:
            yield (*above, segment)


def _walked(document: Document, lists: ListShapes) -> dict[FieldPath, object]:
    found: dict[FieldPath, object] = {}
    # A list of what is left to look at, not recursion: this runs twice for every write.
    pending: list[tuple[object, FieldPath, tuple[str, ...]]] = [(document, (), ())]
    while pending:
        value, path, names = pending.pop()
        if isinstance(value, dict) and value:
            pending += [(below, (*path, f"f:{key}"), (*names, key)) for key, below in value.items()]
        elif isinstance(value, list) and value and is_keyed(value, keys := lists.keys_at(names)):
            for item in value:
                segment = item_key(item, keys)
                found[*path, segment, ITEM] = True
                pending.append((item, (*path, segment), names))
        else:
            found[path] = value
    return found
