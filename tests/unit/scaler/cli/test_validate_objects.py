"""Which objects files hold, and on which line."""

import json

import pytest

from scaler.cli.validate_objects import Unreadable, objects_of

TWO = "a: 1\nkind: A\n---\n---\nkind: B\nmetadata: {name: x, namespace: y}\n"
LIST = "kind: List\nitems:\n  - kind: A\n  - kind: PodList\n    items:\n      - kind: B\n"


def found(text: str) -> list[tuple[str, int]]:
    return [(each.kind, each.place.line) for each in objects_of(text, source="file")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("# nothing\n", []),
        (TWO, [("A", 1), ("B", 5)]),
        (LIST, [("A", 3), ("B", 6)]),
        ("kind: HorizontalPodAutoscalerList\nitems: null\n", []),
        ('{"kind": "A"}', [("A", 1)]),
        (json.dumps({"kind": "List", "items": [{"kind": "A"}, {"kind": "B"}]}, indent="\t"), [("A", 1), ("B", 1)]),
        ("x: 1", [("", 1)]),
    ],
)
def test_every_object_is_found_with_its_line(text: str, expected: list[tuple[str, int]]) -> None:
    assert expected == found(text)


def test_an_object_without_a_namespace_is_in_the_default_one() -> None:
    first, second = objects_of(TWO, source="file")
    assert ("", "default", "x", "y") == (first.name, first.namespace, second.name, second.namespace)


def test_a_time_stays_a_text_and_a_null_is_a_field_that_is_not_there() -> None:
    (each,) = objects_of("kind: A\nat: 2026-01-01T00:00:00Z\ngone: null\n", source="file")
    assert {"kind": "A", "at": "2026-01-01T00:00:00Z"} == each.document


@pytest.mark.parametrize("text", ["text", "- a", "a: [", '{\n\t"a": }', "a: !!python/none x"])
def test_what_holds_no_object_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match=r"^file:"):
        objects_of(text, source="file")
