"""Claims about `scaler.decisionlog.parts`: what is read alike is read once, and nothing else is taken for it."""

from dataclasses import dataclass

import msgspec
import pytest

from scaler.decisionlog.form import FormError
from scaler.decisionlog.form_kinds import Fields
from scaler.decisionlog.forms import form_of
from scaler.decisionlog.parts import ByField, Whole, reader_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Cat:
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dog:
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    number: int
    pet: Cat | Dog | None = None
    others: tuple[Cat | Dog, ...] = ()


def text(value: object) -> bytes:
    return msgspec.json.encode(form_of(House).plain(value))


def test_a_part_of_several_fields_is_read_field_by_field() -> None:
    assert isinstance(reader_of(form_of(House)), ByField)


@pytest.mark.parametrize("kind", [Cat, Cat | Dog, tuple[Cat | Dog, ...]])
def test_everything_else_is_read_whole(kind: object) -> None:
    assert isinstance(reader_of(form_of(kind)), Whole)


def test_a_value_comes_back_as_it_was() -> None:
    house = House(number=1, pet=Cat(name="Tom"), others=(Dog(name="Rex"), Cat(name="Ann")))
    assert house == reader_of(form_of(House)).read(text(house))


def test_a_field_that_reads_as_before_is_the_same_value() -> None:
    reader = ByField(_house())
    first, second = (reader.read(text(House(number=number, pet=Cat(name="Tom")))) for number in (1, 2))
    assert isinstance(first, House)
    assert isinstance(second, House)
    assert (1, 2, True) == (first.number, second.number, first.pet is second.pet)


def test_fields_that_read_alike_are_no_others() -> None:
    reader = ByField(_house())
    tom = b'{"kind":"Cat","name":"Tom"}'
    with pytest.raises(FormError):
        reader.read(b'{"number":1,"pet":%b,"others":%b}' % (tom, tom))
    assert House(number=1, pet=Cat(name="Tom")) == reader.read(b'{"number":1,"pet":%b}' % tom)


def test_what_is_long_is_read_and_not_kept() -> None:
    whole = Whole(form_of(Cat | Dog))
    long = msgspec.json.encode({"kind": "Cat", "name": "T" * 3000})
    first, second = whole.read(long), whole.read(long)
    assert (True, False) == (first == second, first is second)


def test_a_text_that_is_expected_gives_that_very_value_once() -> None:
    whole = Whole(form_of(Cat))
    tom, text_of_tom = Cat(name="Tom"), b'{"name":"Tom"}'
    whole.expect(text_of_tom, tom)
    first, second = whole.read(text_of_tom), whole.read(text_of_tom)
    assert (True, True, False) == (first is tom, second == tom, second is tom)


def test_not_more_is_expected_than_may_be_kept() -> None:
    whole = Whole(form_of(Cat))
    for number in range(1025):
        whole.expect(b'{"name":"%d"}' % number, Cat(name="expected"))
    assert [Cat(name="0"), Cat(name="expected")] == [whole.read(b'{"name":"%d"}' % number) for number in (0, 1024)]


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (b'{"number":"one"}', "number: Expected `int`, got `str`"),
        (b'{"number":1,"pet":{"kind":"Cow"}}', "pet: kind 'Cow' is none of Cat, Dog"),
        (b'{"number":1,"others":[{"kind":"Cat","name":1}]}', "others[0]: Expected `str`, got `int`"),
        (b'{"number":1,"garden":true}', ": unknown field garden"),
        (b'{"pet":null}', ": missing fields, one of number, others"),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"number":', "Input data was truncated"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_each_time(wrong: bytes, complaint: str) -> None:
    reader = reader_of(form_of(House))
    for _ in range(2):
        with pytest.raises(FormError) as told:
            reader.read(wrong)
        assert complaint in str(told.value)


def _house() -> Fields:
    form = form_of(House)
    assert isinstance(form, Fields)
    return form
