"""Does `spec.zero` make sense? Our own block, in the API server's manner."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from scaler.api.field_errors import FieldError, invalid, not_supported
from scaler.api.types import InitialState, Mode, OnDelete, Wake
from scaler.api.validation_sources import external_errors
from scaler.api.wire import WireZero

LABEL_NAME: Final = "[a-zA-Z_][a-zA-Z0-9_]*"
"""What a label of Prometheus may be called by any of its versions."""


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
        yield from _label_errors(zero.in_flight.pod_label, "spec.zero.inFlight.podLabel")


def _label_errors(written: str | None, field: str) -> Iterator[FieldError]:
    if written is not None and not re.fullmatch(LABEL_NAME, written):
        yield invalid(field, written, "must be the name of a label: letters, digits and '_', and no digit first")


def _word_errors(written: str | None, field: str, words: Iterable[str]) -> Iterator[FieldError]:
    if written is not None and written not in set(words):
        yield not_supported(field, written, words)
