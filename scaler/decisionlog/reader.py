"""What stands in a decision log? Its lines, oldest first, from a file and those set aside, or from standard input."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from scaler.decisionlog.record import Given, Head, Record, RecordError, decode_given, decode_head, decode_record
from scaler.decisionlog.rotation import opened


class DecisionLogUnreadableError(Exception):
    """The log can't be opened, or a line of it can't be read; the message says where and why."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line without its newline, counted from 1; `log` is where it stands.

    One that isn't `complete` has no newline: it is still being written, or was cut off.
    """

    log: str
    number: int
    text: bytes
    complete: bool

    def head(self) -> Head:
        """Raises DecisionLogUnreadableError."""
        try:
            return decode_head(self.text)
        except RecordError as error:
            raise self._unreadable(error) from error

    def given(self) -> Given:
        """Raises DecisionLogUnreadableError."""
        try:
            return decode_given(self.text)
        except RecordError as error:
            raise self._unreadable(error) from error

    def record(self) -> Record:
        """Raises DecisionLogUnreadableError."""
        try:
            return decode_record(self.text)
        except RecordError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: RecordError) -> DecisionLogUnreadableError:
        cut_off = "" if self.complete else "; the line has no end"
        return DecisionLogUnreadableError(f"{self.log}:{self.number}: {error}{cut_off}")


@contextmanager
def open_log(place: str) -> Iterator[Iterator[Line]]:
    """The lines of the log at a path, or of standard input for `-`; empty ones are left out.

    Those of `FILE.2` and `FILE.1` come before those of `FILE`. Raises DecisionLogUnreadableError.
    """
    if place == "-":
        yield _lines(place, sys.stdin.buffer)
        return
    with ExitStack() as resources:
        try:
            files = opened(Path(place), resources)
        except OSError as error:
            raise _unread(place, error) from error
        yield (line for path, stream in files for line in _lines(str(path), stream))


def _lines(log: str, stream: BinaryIO) -> Iterator[Line]:
    try:
        for number, text in enumerate(stream, start=1):
            complete = text.endswith(b"\n")
            stripped = text.rstrip(b"\r\n")
            if stripped:
                yield Line(log=log, number=number, text=stripped, complete=complete)
    except OSError as error:
        raise _unread(log, error) from error


def _unread(log: str, error: OSError) -> DecisionLogUnreadableError:
    return DecisionLogUnreadableError(f"cannot read {log}: {error.strerror}")
