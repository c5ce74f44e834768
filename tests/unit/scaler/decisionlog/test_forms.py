"""Claims about `scaler.decisionlog.forms` and its kinds: values to JSON's own and back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

import msgspec
import pytest

from scaler.decisionlog.form import FormError
from scaler.decisionlog.forms import form_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Square:
    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """Nothing but a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    radius: int
    inner: Square | Point | None = None


Shape = Square | Circle


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    shapes: tuple[Shape, ...]
    name: str = ""
    colours: frozenset[str] = frozenset()
    by_name: Mapping[str, Shape] | None = None
    lasts: timedelta = timedelta(0)
    several: tuple[Square, ...] | Circle = ()


def there_and_back(kind: object, value: object) -> object:
    form = form_of(kind)
    return form.read(msgspec.json.decode(msgspec.json.encode(form.plain(value))))


@pytest.mark.parametrize(
    "value",
    [
        Drawing(shapes=()),
        Drawing(shapes=(Square(side=1), Circle(radius=2, inner=Square(side=3)))),
        Drawing(shapes=(Circle(radius=2, inner=Point()), Circle(radius=2))),
        Drawing(shapes=(), colours=frozenset({"red", "blue"}), lasts=timedelta(seconds=1.5)),
        Drawing(shapes=(), by_name={"b": Square(side=1), "a": Circle(radius=1)}),
        Drawing(shapes=(), several=(Square(side=1),)),
        Drawing(shapes=(), several=Circle(radius=1)),
    ],
)
def test_a_value_comes_back_as_it_was(value: Drawing) -> None:
    assert value == there_and_back(Drawing, value)


def test_one_of_several_kinds_carries_its_name() -> None:
    assert {"kind": "Square", "side": 1} == form_of(Shape).plain(Square(side=1))


def test_what_can_be_nothing_else_carries_no_name() -> None:
    assert b'{"side":1}' == msgspec.json.encode(form_of(Square).plain(Square(side=1)))


def test_a_set_is_in_order() -> None:
    plain = form_of(Drawing).plain(Drawing(shapes=(), colours=frozenset({"c", "a", "b"})))
    assert isinstance(plain, dict)
    assert ["a", "b", "c"] == plain["colours"]


def test_a_mapping_keeps_its_order() -> None:
    drawing = Drawing(shapes=(), by_name={"b": Square(side=1), "a": Square(side=2)})
    came_back = there_and_back(Drawing, drawing)
    assert isinstance(came_back, Drawing)
    assert ["b", "a"] == list(came_back.by_name or {})


def test_a_field_that_is_not_there_has_its_default() -> None:
    assert Drawing(shapes=()) == form_of(Drawing).read({"shapes": []})


@pytest.mark.parametrize(
    ("plain", "complaint"),
    [
        ([], "it: expected an object"),
        ({"shapes": {}}, r"it\.shapes: expected a list"),
        ({"shapes": [], "size": 1}, "it: unknown field size"),
        ({"name": "a"}, "it: missing fields, one of shapes"),
        ({"shapes": [{"kind": "Line", "side": 1}]}, r"it\.shapes\[0\]: kind 'Line' is none of Square, Circle"),
        ({"shapes": [{"side": 1}]}, r"it\.shapes\[0\]: kind None is none of"),
        ({"shapes": [1]}, r"it\.shapes\[0\]: expected an object"),
        ({"shapes": [], "name": 1}, r"it\.name: Expected `str`, got `int`"),
        ({"shapes": [], "colours": [1]}, r"it\.colours: Expected `str`, got `int`"),
        ({"shapes": [], "by_name": []}, r"it\.by_name: expected an object"),
    ],
)
def test_json_of_another_form_is_told_with_its_place(plain: object, complaint: str) -> None:
    with pytest.raises(FormError) as told:
        form_of(Drawing).read(plain)
    assert re.match(complaint, str(told.value.inside("it")))
