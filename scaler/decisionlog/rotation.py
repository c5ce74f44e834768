"""Which files make up a decision log? FILE, which grows, and before it FILE.1, FILE.2 and so on, ever older."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final

# A line has some kB: read a few hundred of them at a time.
_READ_BYTES: Final = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotation:
    """FILE is set aside before it would grow beyond `max_bytes` (0: never), and so many older files are kept."""

    max_bytes: int
    max_backups: int


def backup(file: Path, number: int) -> Path:
    """The file that was set aside so many rotations ago."""
    return file.with_name(f"{file.name}.{number}")


def set_aside(file: Path, max_backups: int) -> None:
    """Make room for a new FILE; the oldest backup goes. Raises OSError, and FILE is then still there."""
    for number in range(max_backups - 1, 0, -1):
        with suppress(FileNotFoundError):
            backup(file, number).rename(backup(file, number + 1))
    file.rename(backup(file, 1))


def opened(file: Path, resources: ExitStack) -> list[tuple[Path, BinaryIO]]:
    """Every file of the log, oldest first, open for reading as long as `resources`. Raises OSError if there is no FILE.

    They are opened from the newest on, since a rotation meanwhile only makes files older; one that was seen already
    under its earlier name isn't taken twice.
    """
    found: list[tuple[Path, BinaryIO]] = []
    seen: set[tuple[int, int]] = set()
    for each in _names(file):
        try:
            stream = resources.enter_context(each.open("rb", buffering=_READ_BYTES))
        except FileNotFoundError:
            if each == file:
                raise
            break
        identity = identity_of(stream)
        if identity not in seen:
            seen.add(identity)
            found.append((each, stream))
    return found[::-1]


def identity_of(stream: BinaryIO) -> tuple[int, int]:
    """What stays the same when a file is renamed, and is another one's when it was replaced."""
    status = os.fstat(stream.fileno())
    return status.st_dev, status.st_ino


def _names(file: Path) -> Iterator[Path]:
    yield file
    for number in count(1):
        yield backup(file, number)
