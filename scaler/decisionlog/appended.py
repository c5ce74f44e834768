"""How does a file grow by whole lines? Each is handed to the operating system at once, or taken back.

The file is found anew by its name before each line, so that somebody else may move it away, or empty it.
"""

import os
from pathlib import Path
from typing import BinaryIO

import structlog

from scaler.decisionlog.rotation import Rotation, identity_of, set_aside

log = structlog.get_logger()


class AppendedFile:
    """Every method raises OSError; after one the next line may succeed."""

    def __init__(self, path: Path, rotation: Rotation) -> None:
        self._path = path
        self._rotation = rotation
        self._stream: BinaryIO | None = None
        self._complaint = ""

    def open(self) -> None:
        """Open the file at the path, which is made if it isn't there."""
        self._current()

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def append(self, line: bytes) -> None:
        """Add a whole line, or nothing."""
        stream = self._current()
        size = os.fstat(stream.fileno()).st_size
        # A pipe or a terminal has no size, and is never too large.
        if 0 < self._rotation.max_bytes < size + len(line) and size > 0 and self._has_made_room():
            stream, size = self._current(), 0
        _write(stream, line, size)

    def _current(self) -> BinaryIO:
        """The file that has the name now."""
        if self._stream is not None and self._is_where_it_was(self._stream):
            return self._stream
        self.close()
        # Kept open for the next line; closed by `close`.
        self._stream = self._path.open("ab", buffering=0)
        return self._stream

    def _is_where_it_was(self, stream: BinaryIO) -> bool:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return False
        return (status.st_dev, status.st_ino) == identity_of(stream)

    def _has_made_room(self) -> bool:
        """Rather a file that is too large than a record that is lost."""
        if self._path.is_symlink():
            return False
        try:
            set_aside(self._path, self._rotation.max_backups)
        except OSError as error:
            reason = error.strerror or str(error)
            if reason != self._complaint:
                log.warning("could not set decision log aside", reason=reason)
            self._complaint = reason
            return False
        self._complaint = ""
        return True


def _write(stream: BinaryIO, line: bytes, size: int) -> None:
    """On a disk that fills up, a write may take a part of the line, and only the next one fails."""
    left = memoryview(line)
    try:
        while left:
            left = left[stream.write(left) :]
    except OSError:
        if len(left) < len(line):
            os.ftruncate(stream.fileno(), size)
        raise
