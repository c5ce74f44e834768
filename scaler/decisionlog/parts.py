"""How is one part of a line read? Field by field; a field that reads like an earlier line's is taken from there. Pure.

From one look to the next hardly anything changes, and our values may be shared, since nothing can change them.
"""

from functools import lru_cache
from typing import Final, Protocol, TypeVar

import msgspec

from scaler.decisionlog.form import Form, FormError
from scaler.decisionlog.form_kinds import Fields, Native

T = TypeVar("T")

_PLAIN: Final = msgspec.json.Decoder()
_RAW_FIELDS: Final[msgspec.json.Decoder[dict[str, msgspec.Raw]]] = msgspec.json.Decoder(dict[str, msgspec.Raw])
# Longer texts hold what is measured anew each time, and keeping them would take more than it gives.
_LONGEST_KEPT_BYTES: Final = 2048
_MOST_KEPT: Final = 1024


class Reader(Protocol):
    """Reads the JSON of one form, again and again. Raises FormError."""

    @property
    def form(self) -> Form: ...

    def read(self, text: bytes) -> object: ...


class Whole:
    """Reads a part in one go, and remembers what it read."""

    def __init__(self, form: Form) -> None:
        self.form = form
        # msgspec reads what it knows by itself without a detour over plain objects, and faster than we remember.
        self._native = msgspec.json.Decoder(form.type) if isinstance(form, Native) else None
        self._kept = lru_cache(maxsize=_MOST_KEPT)(self._anew)
        self._expected: dict[bytes, object] = {}

    def expect(self, text: bytes, value: object) -> None:
        """The value of a text that is likely to be read soon, and once."""
        if len(self._expected) >= _MOST_KEPT:
            self._expected.clear()
        self._expected[text] = value

    def read(self, text: bytes) -> object:
        if self._expected:
            expected = self._expected.pop(text, None)
            if expected is not None:
                return expected
        if self._native is not None:
            return _decoded(self._native, text)
        return self._kept(text) if len(text) <= _LONGEST_KEPT_BYTES else self._anew(text)

    def _anew(self, text: bytes) -> object:
        return self.form.read(_decoded(_PLAIN, text))


class ByField:
    """Reads a part of which some fields change each time and others don't."""

    def __init__(self, form: Fields) -> None:
        self.form: Final = form
        self._fields = {name: Whole(each) for name, each in form.fields.items()}
        # What each field read last: comparing a text with one other is quicker than looking it up among many.
        self._last: dict[str, tuple[bytes, object]] = {}

    def read(self, text: bytes) -> object:
        last = self._last
        found = _decoded(_RAW_FIELDS, text)
        values = {}
        for name, raw in found.items():
            field = bytes(raw)
            known = last.get(name)
            if known is None or known[0] != field:
                known = last[name] = (field, self._read(name, field))
            values[name] = known[1]
        return self.form.made(values)

    def _read(self, name: str, text: bytes) -> object:
        if name not in self._fields:
            raise FormError(f"unknown field {name}")
        try:
            return self._fields[name].read(text)
        except FormError as error:
            raise error.inside(f".{name}") from error.__cause__


def reader_of(form: Form) -> Reader:
    """The one that suits values of which hardly anything changes from one line to the next."""
    return ByField(form) if isinstance(form, Fields) else Whole(form)


def _decoded(decoder: "msgspec.json.Decoder[T]", text: bytes) -> T:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormError(str(error)) from error
