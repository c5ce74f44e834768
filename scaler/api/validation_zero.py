"""Does `spec.zero` make sense? Our own block, in the API server's manner."""

from collections.abc import Iterable, Iterator

from scaler.api.field_errors import FieldError, invalid, not_supported
from scaler.api.types import InitialState, Mode, OnDelete, Wake
from scaler.api.validation_sources import external_errors
from scaler.api.wire import WireZero


def zero_errors(zero: WireZero | None) -> Iterator[FieldError]:
    if zero is None:
        return
    if zero.cooldown_seconds is not None and zero.cooldown_seconds < 0:
        yield invalid("spec.zero.cooldownSeconds", zero.cooldown_seconds, "must be greater than or equal to 0")
    yield from _word_errors(zero.wake, "spec.zero.wake", Wake)
    yield from _word_errors(zero.initial, "spec.zero.initial", InitialState)
    yield from _word_errors(zero.on_delete, "spec.zero.onDelete", OnDelete)
    yield from _word_errors(zero.mode, "spec.zero.mode", Mode)
    if zero.in_flight is not None:
        yield from external_errors(zero.in_flight, "spec.zero.inFlight")


def _word_errors(written: str | None, field: str, words: Iterable[str]) -> Iterator[FieldError]:
    if written is not None and written not in set(words):
        yield not_supported(field, written, words)
