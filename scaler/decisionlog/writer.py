"""Where do records go? To a file that is appended to, to standard output, or nowhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

import structlog

from scaler.controller.reconcile import Sync
from scaler.decisionlog.record import encode_record

log = structlog.get_logger()


class DecisionLogError(Exception):
    """The decision log can't be written; the message says where and why."""


class DecisionLog(Protocol):
    """Takes one record after each sync."""

    def write(self, autoscaler: str, sync: Sync) -> None: ...


class NoDecisionLog:
    """Keeps nothing."""

    def write(self, autoscaler: str, sync: Sync) -> None: ...


class LineLog:
    """Writes a line per record and hands it to the operating system at once.

    A line that can't be written is said and lost: a full disk is no reason to stop scaling.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, autoscaler: str, sync: Sync) -> None:
        line = encode_record(autoscaler, sync) + b"\n"
        try:
            self._stream.write(line)
            self._stream.flush()
        except OSError as error:
            log.warning("could not write decision log", autoscaler=autoscaler, reason=error.strerror)


@contextmanager
def open_decision_log(place: str | None) -> Iterator[DecisionLog]:
    """The log at a path, `-` for standard output, None for no log. Raises DecisionLogError before anything runs."""
    if place is None:
        yield NoDecisionLog()
    elif place == "-":
        yield LineLog(sys.stdout.buffer)
    else:
        try:
            stream = Path(place).open("ab", buffering=0)  # noqa: SIM115 -- closed below; only the opening may fail as a usage error
        except OSError as error:
            raise DecisionLogError(f"--decision-log {place}: cannot be appended to: {error.strerror}") from error
        with stream:
            yield LineLog(stream)
