"""Claims about `scaler.decisionlog.appended`: a file that grows by whole lines, is set aside, and is found again."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from scaler.decisionlog.appended import AppendedFile
from scaler.decisionlog.rotation import Rotation

ENDLESS = Rotation(max_bytes=0, max_backups=1)


def there(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir() if file.is_file()}


def appended(folder: Path, *lines: str, max_bytes: int = 0, max_backups: int = 2) -> dict[str, str]:
    """The files after these lines, which were written by one writer."""
    file = AppendedFile(folder / "log", Rotation(max_bytes=max_bytes, max_backups=max_backups))
    for line in lines:
        file.append(line.encode())
    file.close()
    return there(folder)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("aaa\n", "bbb\n"), {"log": "aaa\nbbb\n"}),
        (("aaa\n", "bbbb\n"), {"log.1": "aaa\n", "log": "bbbb\n"}),
        (("aaa\n", "bbb\n", "c\n"), {"log.1": "aaa\nbbb\n", "log": "c\n"}),
        (("longer than that\n",), {"log": "longer than that\n"}),
        (("longer than that\n", "a\n"), {"log.1": "longer than that\n", "log": "a\n"}),
    ],
    ids=["exactly full", "one byte too many", "full before", "a long line alone", "after a long line"],
)
def test_a_file_is_set_aside_before_it_would_grow_beyond_eight_bytes(
    tmp_path: Path, lines: tuple[str, ...], expected: dict[str, str]
) -> None:
    assert expected == appended(tmp_path, *lines, max_bytes=8)


def test_only_so_many_older_files_are_kept(tmp_path: Path) -> None:
    assert {"log": "d\n", "log.1": "c\n", "log.2": "b\n"} == appended(tmp_path, "a\n", "b\n", "c\n", "d\n", max_bytes=3)


def test_without_a_limit_a_file_grows_on(tmp_path: Path) -> None:
    assert {"log": "a\n" * 9} == appended(tmp_path, *["a\n"] * 9)


def test_what_a_file_held_at_the_start_counts(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("before\n")
    assert {"log.1": "before\n", "log": "a\n"} == appended(tmp_path, "a\n", max_bytes=8)


def test_a_file_that_somebody_moved_away_is_made_anew(tmp_path: Path) -> None:
    file = AppendedFile(tmp_path / "log", ENDLESS)
    file.append(b"a\n")
    (tmp_path / "log").rename(tmp_path / "log-20260101")
    file.append(b"b\n")
    file.close()
    assert {"log-20260101": "a\n", "log": "b\n"} == there(tmp_path)


def test_a_file_that_somebody_put_in_its_place_is_appended_to(tmp_path: Path) -> None:
    file = AppendedFile(tmp_path / "log", ENDLESS)
    file.append(b"a\n")
    (tmp_path / "new").write_text("theirs\n")
    (tmp_path / "new").rename(tmp_path / "log")
    file.append(b"b\n")
    file.close()
    assert {"log": "theirs\nb\n"} == there(tmp_path)


def test_a_file_that_somebody_emptied_begins_again(tmp_path: Path) -> None:
    file = AppendedFile(tmp_path / "log", Rotation(max_bytes=4, max_backups=1))
    file.append(b"a\n")
    os.truncate(tmp_path / "log", 0)
    file.append(b"bcd\n")
    file.close()
    assert {"log": "bcd\n"} == there(tmp_path)


def test_a_folder_that_is_gone_is_an_error_until_it_is_back(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    file = AppendedFile(folder / "log", ENDLESS)
    file.append(b"a\n")
    folder.rename(tmp_path / "moved")
    with pytest.raises(FileNotFoundError):
        file.append(b"b\n")
    folder.mkdir()
    file.append(b"c\n")
    file.close()
    assert {"log": "c\n"} == there(folder)


def test_a_file_that_cannot_be_set_aside_grows_beyond_its_size_and_says_so_once(tmp_path: Path) -> None:
    (tmp_path / "log.1").mkdir()
    (tmp_path / "log.1" / "somebody's").touch()
    with capture_logs() as logs:
        found = appended(tmp_path, "aaa\n", "bbb\n", "ccc\n", max_bytes=4, max_backups=1)
    assert {"log": "aaa\nbbb\nccc\n"} == found
    assert ["could not set decision log aside"] == [entry["event"] for entry in logs]


def test_a_link_is_followed_and_never_renamed(tmp_path: Path) -> None:
    (tmp_path / "real").touch()
    (tmp_path / "log").symlink_to("real")
    appended(tmp_path, "aaa\n", "bbb\n", max_bytes=4)
    assert ({"log": "aaa\nbbb\n", "real": "aaa\nbbb\n"}, True) == (there(tmp_path), (tmp_path / "log").is_symlink())


def test_a_device_is_never_set_aside() -> None:
    file = AppendedFile(Path(os.devnull), Rotation(max_bytes=1, max_backups=1))
    file.append(b"a\n")
    file.append(b"b\n")
    file.close()
    assert Path(os.devnull).is_char_device()


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """What a disk that fills up does, without one: the kernel writes a part of the line, then refuses."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_of_a_line_that_does_not_fit_nothing_stays(tmp_path: Path) -> None:
    file = AppendedFile(tmp_path / "log", ENDLESS)
    file.append(b"whole\n")
    with pytest.raises(OSError, match="File too large"), no_file_beyond(9):
        file.append(b"too long\n")
    held = there(tmp_path)
    file.append(b"again\n")
    file.close()
    assert ({"log": "whole\n"}, {"log": "whole\nagain\n"}) == (held, there(tmp_path))
