"""What does one line of the decision log hold? All that was seen, remembered, decided and done, as JSON. Pure.

A line alone suffices to recompute its decision. Where a value is one of several kinds, its object names the kind. The
version rises when a line of an older program would be read wrongly; a new field with a default is no reason.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from scaler.algorithm.decision import Decision, Outcome
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import AlgorithmSettings, Observation
from scaler.decisionlog.form import FormError
from scaler.decisionlog.forms import form_of
from scaler.decisionlog.parts import Reader, Whole, reader_of

if TYPE_CHECKING:
    from scaler.controller.reconcile import Sync

VERSION: Final = 1


class RecordError(ValueError):
    """The line is no record that this program can read; the message says what about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One sync of one autoscaler, `NAMESPACE/NAME`. `memory` is what `decide` was given, `decision` is settled."""

    autoscaler: str
    observation: Observation
    memory: Memory
    settings: AlgorithmSettings
    decision: Decision
    outcome: Outcome


class Head(msgspec.Struct, frozen=True):
    """What tells a line from the others without reading all of it."""

    version: int
    autoscaler: str


class _Line(msgspec.Struct, frozen=True):
    """The parts of a line as they are written."""

    version: int
    autoscaler: str
    settings: msgspec.Raw
    observation: msgspec.Raw
    memory: msgspec.Raw
    decision: msgspec.Raw
    outcome: msgspec.Raw


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """A record whose decision, the larger half, is left as it is written: enough to see whether it is the same."""

    autoscaler: str
    observation: Observation
    memory: Memory
    settings: AlgorithmSettings
    outcome: Outcome
    decision_text: bytes


_MEMORY: Final = Whole(form_of(Memory))
_PARTS: Final[dict[str, Reader]] = {
    "settings": Whole(form_of(AlgorithmSettings)),
    "observation": reader_of(form_of(Observation)),
    "memory": _MEMORY,
    "decision": Whole(form_of(Decision)),
    "outcome": Whole(form_of(Outcome)),
}
_ENCODER: Final = msgspec.json.Encoder()
_HEAD: Final = msgspec.json.Decoder(Head)
_LINE: Final = msgspec.json.Decoder(_Line)


def encode_record(autoscaler: str, sync: "Sync") -> bytes:
    """One line without its newline; the same sync gives the same bytes."""
    parts = {name: part.form.plain(getattr(sync, name)) for name, part in _PARTS.items()}
    return _ENCODER.encode({"version": VERSION, "autoscaler": autoscaler, "time": sync.observation.now, **parts})


def encode_decision(decision: Decision) -> bytes:
    """A decision as a line has it."""
    return _ENCODER.encode(_PARTS["decision"].form.plain(decision))


def decode_head(line: bytes) -> Head:
    """Raises RecordError, also for a line of a version that isn't known here."""
    try:
        head = _HEAD.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"not a record of the decision log: {error}") from error
    _check(head.version)
    return head


def decode_record(line: bytes) -> Record:
    """The record as it was written. Raises RecordError."""
    return completed(decode_given(line))


def decode_given(line: bytes) -> Given:
    """Raises RecordError."""
    try:
        parts = _LINE.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        decode_head(line)  # another version comes before missing parts
        raise RecordError(f"not a record of the decision log: {error}") from error
    _check(parts.version)
    observation: Any = _read("observation", bytes(parts.observation))
    memory: Any = _read("memory", bytes(parts.memory))
    settings: Any = _read("settings", bytes(parts.settings))
    outcome: Any = _read("outcome", bytes(parts.outcome))
    return Given(
        autoscaler=parts.autoscaler,
        observation=observation,
        memory=memory,
        settings=settings,
        outcome=outcome,
        decision_text=bytes(parts.decision),
    )


def expect_memory(text: bytes, memory: Memory) -> None:
    """A line that is to be read may begin with this memory, which is the value of that text."""
    _MEMORY.expect(text, memory)


def completed(given: Given) -> Record:
    """The record with its decision read. Raises RecordError."""
    decision: Any = _read("decision", given.decision_text)
    return Record(
        autoscaler=given.autoscaler,
        observation=given.observation,
        memory=given.memory,
        settings=given.settings,
        decision=decision,
        outcome=given.outcome,
    )


def _check(version: int) -> None:
    if version != VERSION:
        raise RecordError(f"version {version} of the decision log; this lagzero reads version {VERSION}")


def _read(part: str, text: bytes) -> object:
    try:
        return _PARTS[part].read(text)
    except FormError as error:
        raise RecordError(str(error.inside(part))) from error
