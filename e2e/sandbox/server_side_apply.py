"""What server-side apply makes of an object: a merge that only its manager's fields are bound by.

Kept simple: lists without keys are one value, and a conflict is told per field path as fieldsV1 writes it.
"""

from collections.abc import Iterable, Sequence

from e2e.sandbox import clock
from e2e.sandbox.documents import Document
from e2e.sandbox.failures import apply_conflict
from e2e.sandbox.field_sets import ITEM, FieldPath, is_keyed, item_key, leaves
from e2e.sandbox.managed_fields import Ownership, Writer, entry_of, owners_of, stripped, with_owners
from e2e.sandbox.resources import ListShapes, ResourceType


def applied(live: Document, config: Document, kind: ResourceType, writer: Writer, *, force: bool) -> Document:
    """The live object with the config applied; raises 409 when others own a field that would change, unless forced."""
    lists = kind.lists
    owners = owners_of(live)
    others = [owner for owner in owners if owner.writer != writer]
    earlier = frozenset[FieldPath]().union(*(owner.fields for owner in owners if owner.writer == writer))
    wanted, present = leaves(config, lists), leaves(live, lists)
    changed = frozenset(path for path, value in wanted.items() if path in present and present[path] != value)
    contested = [(owner, path) for owner in others for path in sorted(owner.fields & changed)]
    if contested and not force:
        raise apply_conflict([(owner.writer.manager, _dotted(path)) for owner, path in contested])
    shared = frozenset[FieldPath]().union(*(owner.fields for owner in others))
    merged = _merged(live, config, (), lists)
    assert isinstance(merged, dict)
    for path in sorted(earlier - wanted.keys() - shared, key=_items_last):
        merged = _without(merged, path, (), lists)
    if earlier == wanted.keys() and stripped(merged) == stripped(live):
        return live
    mine = entry_of(writer, kind, frozenset(wanted), clock.now())
    return with_owners(merged, [*(_less(owner, changed) for owner in others), mine])


def _less(owner: Ownership, changed: Iterable[FieldPath]) -> Ownership:
    return Ownership(
        writer=owner.writer,
        api_version=owner.api_version,
        time=owner.time,
        fields=owner.fields.difference(changed),
    )


def _dotted(path: FieldPath) -> str:
    return "".join(f".{segment[2:]}" if segment.startswith("f:") else f"[{segment[2:]}]" for segment in path)


def _items_last(path: FieldPath) -> tuple[bool, FieldPath]:
    return path[-1] == ITEM, path


def _merged(live: object, config: object, names: tuple[str, ...], lists: ListShapes) -> object:
    if isinstance(live, dict) and isinstance(config, dict):
        result = dict(live)
        for key, value in config.items():
            result[key] = _merged(live.get(key), value, (*names, key), lists)
        return result
    keys = lists.keys_at(names)
    if is_keyed(live, keys) and is_keyed(config, keys):
        assert isinstance(live, list)
        assert isinstance(config, list)
        items = {item_key(item, keys): item for item in live}
        for item in config:
            segment = item_key(item, keys)
            items[segment] = _merged(items.get(segment), item, names, lists)
        return list(items.values())
    return config


def _without(document: Document, path: FieldPath, names: tuple[str, ...], lists: ListShapes) -> Document:
    """The document without a field, and without the objects and lists that are empty for it."""
    key = path[0].removeprefix("f:")
    below = document.get(key)
    rest = path[1:]
    emptied: object
    if not rest or below is None:
        emptied = None
    elif isinstance(below, list):
        emptied = _items_without(below, rest, (*names, key), lists)
    elif isinstance(below, dict):
        emptied = _without(below, rest, (*names, key), lists)
    else:
        emptied = below  # it had become another kind of value since: nothing of what was owned is there
    if emptied:
        return {**document, key: emptied}
    return {name: value for name, value in document.items() if name != key}


def _items_without(items: list[Document], path: FieldPath, names: tuple[str, ...], lists: ListShapes) -> list[Document]:
    segment, *rest = path
    keys = lists.keys_at(names)
    kept = []
    for item in items:
        if item_key(item, keys) != segment or _is_key(rest, keys):
            kept.append(item)  # its key goes with the item, or the item could not be told from others
        elif rest != [ITEM]:
            kept.append(_without(item, tuple(rest), names, lists))
    return kept


def _is_key(rest: list[str], keys: Sequence[str]) -> bool:
    return len(rest) == 1 and rest[0].removeprefix("f:") in keys
