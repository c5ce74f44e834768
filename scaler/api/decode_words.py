"""Which of a fixed set of words is this? Enums from the wire, with the whole choice in the error."""

from enum import StrEnum
from typing import TypeVar

from scaler.api.quantities import DecodeError

Word = TypeVar("Word", bound=StrEnum)


def decode_word(words: type[Word], written: str, field: str) -> Word:
    """The member spelled exactly like `written`. Raises DecodeError with the words there are."""
    try:
        return words(written)
    except ValueError as error:
        raise DecodeError(
            field=field, problem=f'unknown word "{written}"', fix=f"write one of {', '.join(words)}"
        ) from error
