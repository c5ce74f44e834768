"""How does an API server say what is wrong with a field? Its error types and texts, as values.

Source: apimachinery pkg/util/validation/field/errors.go and pkg/api/errors (v1.37).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class FieldErrorType(StrEnum):
    INVALID = "FieldValueInvalid"
    REQUIRED = "FieldValueRequired"
    FORBIDDEN = "FieldValueForbidden"
    NOT_SUPPORTED = "FieldValueNotSupported"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldError:
    """One cause of a refusal. `message` begins with the words of its type; `str()` puts the field before it."""

    type: FieldErrorType
    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"


def invalid(field: str, value: str | int, detail: str) -> FieldError:
    shown = _quoted(value) if isinstance(value, str) else str(value)
    return FieldError(type=FieldErrorType.INVALID, field=field, message=f"Invalid value: {shown}: {detail}")


def required(field: str, detail: str = "") -> FieldError:
    message = f"Required value: {detail}" if detail else "Required value"
    return FieldError(type=FieldErrorType.REQUIRED, field=field, message=message)


def forbidden(field: str, detail: str) -> FieldError:
    return FieldError(type=FieldErrorType.FORBIDDEN, field=field, message=f"Forbidden: {detail}")


def not_supported(field: str, value: str, supported: Iterable[str]) -> FieldError:
    """The words there are, in alphabetical order."""
    words = ", ".join(_quoted(word) for word in sorted(supported))
    return FieldError(
        type=FieldErrorType.NOT_SUPPORTED,
        field=field,
        message=f"Unsupported value: {_quoted(value)}: supported values: {words}",
    )


def status_message(kind: str, name: str, errors: Iterable[FieldError]) -> str:
    """The `message` of the 422 that refuses an object, each text once. `kind` carries its group: `Kind.group`."""
    texts = list(dict.fromkeys(str(error) for error in errors))
    detail = texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
    return f"{kind} {_quoted(name)} is invalid: {detail}"


_ESCAPES = {"\a": r"\a", "\b": r"\b", "\f": r"\f", "\n": r"\n", "\r": r"\r", "\t": r"\t", "\v": r"\v"}
_SECOND_PLANE = 0x10000


def _quoted(text: str) -> str:
    """`text` as Go's %q prints it."""
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    code = ord(character)
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    if character in _ESCAPES:
        return _ESCAPES[character]
    if code < ord(" ") or character == "\x7f":
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < _SECOND_PLANE else f"\\U{code:08x}"
