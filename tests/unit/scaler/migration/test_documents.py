"""Claims about fields of JSON: what isn't there, or is of another type, is nothing."""

import pytest

from scaler.migration.documents import (
    SaidCondition,
    condition_of,
    count_at,
    is_true,
    items_at,
    mapping_at,
    text_at,
    texts_at,
    with_fields,
)

DOCUMENT = {"a": {"b": 1, "c": "text", "d": [1, 2], "e": {"f": True}}, "n": None}


@pytest.mark.parametrize(
    ("path", "expected"), [(("a", "b"), 1), (("a", "c"), None), (("a", "e", "f"), None), (("x", "y"), None)]
)
def test_a_count_is_a_whole_number(path: tuple[str, ...], expected: int | None) -> None:
    assert expected == count_at(DOCUMENT, *path)


def test_what_is_of_another_type_is_nothing() -> None:
    assert ("", {}, (), {}) == (
        text_at(DOCUMENT, "a", "b"),
        mapping_at(DOCUMENT, "a", "c"),
        items_at(DOCUMENT, "a", "e"),
        texts_at(DOCUMENT, "n"),
    )


def test_lists_and_texts_are_found() -> None:
    assert ((1, 2), "text", {"f": "True"}) == (
        items_at(DOCUMENT, "a", "d"),
        text_at(DOCUMENT, "a", "c"),
        texts_at(DOCUMENT, "a", "e"),
    )


def test_a_condition_is_found_by_its_type() -> None:
    document = {
        "status": {"conditions": [{"type": "A", "status": "True", "reason": "R", "message": "m"}, {"type": "B"}]}
    }
    assert SaidCondition(status="True", reason="R", message="m") == condition_of(document, "A")
    assert (True, False, None) == (is_true(document, "A"), is_true(document, "B"), condition_of({}, "A"))


def test_a_field_is_set_or_taken_away() -> None:
    assert {"b": 3, "c": 1} == with_fields({"a": 1, "b": 2}, a=None, b=3, c=1)
