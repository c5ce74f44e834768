"""Where do records go? To a file that is appended to and set aside when it is large, to standard output, or nowhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

import structlog

from scaler.controller.reconcile import Sync
from scaler.decisionlog.appended import AppendedFile
from scaler.decisionlog.record import encode_record
from scaler.decisionlog.rotation import Rotation

log = structlog.get_logger()


class DecisionLogError(Exception):
    """The decision log can't be written; the message says where and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """The log at a path, set aside as `rotation` says; `-` is standard output."""

    place: str
    rotation: Rotation


class DecisionLog(Protocol):
    """Takes one record after each sync."""

    def write(self, autoscaler: str, sync: Sync) -> None: ...


class Tally(Protocol):
    """Is told what became of each record."""

    def record_written(self) -> None: ...
    def record_lost(self) -> None: ...


class Lines(Protocol):
    """Takes whole lines, each with its newline. Raises OSError for one that it could not keep."""

    def append(self, line: bytes) -> None: ...


class NoDecisionLog:
    """Keeps nothing."""

    def write(self, autoscaler: str, sync: Sync) -> None: ...


class StreamLines:
    """Hands each line to the operating system at once."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def append(self, line: bytes) -> None:
        self._stream.write(line)
        self._stream.flush()


class LineLog:
    """Writes a line per record.

    One that can't be written is counted and lost: a full disk is no reason to stop scaling. The log says so once, and
    once more when records are written again.
    """

    def __init__(self, lines: Lines, tally: Tally) -> None:
        self._lines = lines
        self._tally = tally
        self._lost = 0
        self._reason = ""

    def write(self, autoscaler: str, sync: Sync) -> None:
        line = encode_record(autoscaler, sync) + b"\n"
        try:
            self._lines.append(line)
        except OSError as error:
            self._could_not(error.strerror or str(error))
        else:
            self._could()

    def _could_not(self, reason: str) -> None:
        self._tally.record_lost()
        self._lost += 1
        if reason != self._reason:
            log.warning("could not write decision log", reason=reason)
        self._reason = reason

    def _could(self) -> None:
        self._tally.record_written()
        if self._lost:
            log.warning("decision log is written again", lost_records=self._lost)
        self._lost, self._reason = 0, ""


@contextmanager
def open_decision_log(destination: Destination | None, tally: Tally) -> Iterator[DecisionLog]:
    """The log at its destination, None for no log. Raises DecisionLogError before anything runs."""
    if destination is None:
        yield NoDecisionLog()
    elif destination.place == "-":
        yield LineLog(StreamLines(sys.stdout.buffer), tally)
    else:
        file = AppendedFile(Path(destination.place), destination.rotation)
        try:
            file.open()
        except OSError as error:
            raise DecisionLogError(
                f"--decision-log {destination.place}: cannot be appended to: {error.strerror}"
            ) from error
        try:
            yield LineLog(file, tally)
        finally:
            file.close()
