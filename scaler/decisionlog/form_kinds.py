"""How is a value written as JSON, and read back? One class for each kind of form. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from scaler.decisionlog.form import KIND, Form, FormError


@dataclass(frozen=True, slots=True, kw_only=True)
class Native:
    """Whatever msgspec knows by itself."""

    type: Any
    native: bool = True

    def plain(self, value: object) -> object:
        return value

    def read(self, plain: object) -> object:
        try:
            return msgspec.convert(plain, self.type)
        except msgspec.ValidationError as error:
            raise FormError(str(error)) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    item: Form

    @property
    def native(self) -> bool:
        return self.item.native

    def plain(self, value: object) -> object:
        assert isinstance(value, tuple)
        return [self.item.plain(item) for item in value]

    def read(self, plain: object) -> object:
        if not isinstance(plain, list):
            raise FormError("expected a list")
        return tuple(_read_inside(self.item, item, f"[{index}]") for index, item in enumerate(plain))


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedSet:
    """A set has no order, and the same value must give the same line."""

    type: Any
    native: bool = False

    def plain(self, value: object) -> object:
        assert isinstance(value, frozenset)
        return sorted(value)

    def read(self, plain: object) -> object:
        return Native(type=self.type).read(plain)


@dataclass(frozen=True, slots=True, kw_only=True)
class ByName:
    """A mapping in its own order, which decides what is named first in a message."""

    item: Form

    @property
    def native(self) -> bool:
        return self.item.native

    def plain(self, value: object) -> object:
        assert isinstance(value, Mapping)
        return {key: self.item.plain(item) for key, item in value.items()}

    def read(self, plain: object) -> object:
        return {key: _read_inside(self.item, item, f".{key}") for key, item in _object(plain).items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """A dataclass. A field that isn't there has its default; one that nobody knows was written by a newer lagzero."""

    type: Any
    fields: Mapping[str, Form]

    @property
    def native(self) -> bool:
        return all(form.native for form in self.fields.values())

    def plain(self, value: object) -> object:
        return {name: form.plain(getattr(value, name)) for name, form in self.fields.items()}

    def read(self, plain: object) -> object:
        found = _object(plain)
        unknown = [name for name in found if name not in self.fields]
        if unknown:
            raise FormError(f"unknown field {unknown[0]}")
        return self.made({name: _read_inside(self.fields[name], item, f".{name}") for name, item in found.items()})

    def made(self, values: Mapping[str, object]) -> object:
        """The value with these fields. Raises FormError where one is missing that has no default."""
        try:
            return self.type(**values)
        except TypeError as error:
            missing = [name for name in self.fields if name not in values]
            raise FormError(f"missing fields, one of {', '.join(missing)}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Optional:
    item: Form

    @property
    def native(self) -> bool:
        return self.item.native

    def plain(self, value: object) -> object:
        return None if value is None else self.item.plain(value)

    def read(self, plain: object) -> object:
        return None if plain is None else self.item.read(plain)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """One kind of a choice: its form, and the names of its fields."""

    form: Form
    fields: tuple[str, ...]

    def plain(self, value: object) -> dict[str, object]:
        if self.form.native:
            return {name: getattr(value, name) for name in self.fields}
        encoded = self.form.plain(value)
        assert isinstance(encoded, dict)
        return encoded


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several: dataclasses by name, and at most one that is no dataclass. None is always understood."""

    named: Mapping[str, Named]
    other: Form | None
    native: bool = False

    def plain(self, value: object) -> object:
        name = type(value).__name__
        named = self.named.get(name)
        if named is None:
            return value if self.other is None else self.other.plain(value)
        return {KIND: name, **named.plain(value)}

    def read(self, plain: object) -> object:
        if plain is None:
            return None
        if self.other is not None and not isinstance(plain, dict):
            return self.other.read(plain)
        fields = dict(_object(plain))
        name = fields.pop(KIND, None)
        if not isinstance(name, str) or name not in self.named:
            raise FormError(f"kind {name!r} is none of {', '.join(self.named)}")
        return self.named[name].form.read(fields)


def _read_inside(form: Form, plain: object, step: str) -> object:
    try:
        return form.read(plain)
    except FormError as error:
        raise error.inside(step) from error.__cause__


def _object(plain: object) -> dict[str, object]:
    if not isinstance(plain, dict):
        raise FormError("expected an object")
    return plain
