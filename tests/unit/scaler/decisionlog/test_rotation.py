"""Claims about `scaler.decisionlog.rotation`: which files there are, and in which order."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from scaler.decisionlog.rotation import opened, set_aside


def write(folder: Path, **texts: str) -> Path:
    """Files `log`, `log.1` and so on from `log`, `log_1`; the path of `log`."""
    for name, text in texts.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder / "log"


def there(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir()}


def test_every_file_becomes_one_older(tmp_path: Path) -> None:
    set_aside(write(tmp_path, log="c", log_1="b", log_2="a"), 5)
    assert {"log.1": "c", "log.2": "b", "log.3": "a"} == there(tmp_path)


def test_the_oldest_goes_when_there_are_enough(tmp_path: Path) -> None:
    set_aside(write(tmp_path, log="c", log_1="b", log_2="a"), 2)
    assert {"log.1": "c", "log.2": "b"} == there(tmp_path)


def test_with_one_backup_only_the_last_file_is_kept(tmp_path: Path) -> None:
    set_aside(write(tmp_path, log="b", log_1="a"), 1)
    assert {"log.1": "b"} == there(tmp_path)


def test_a_gap_among_the_backups_stays_one(tmp_path: Path) -> None:
    set_aside(write(tmp_path, log="c", log_2="a"), 5)
    assert {"log.1": "c", "log.3": "a"} == there(tmp_path)


def test_without_a_file_there_is_nothing_to_set_aside(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        set_aside(tmp_path / "log", 1)


def test_the_oldest_file_is_opened_for_reading_first(tmp_path: Path) -> None:
    file = write(tmp_path, log="c", log_1="b", log_2="a", log_10="another")
    with ExitStack() as resources:
        found = [(path.name, stream.read()) for path, stream in opened(file, resources)]
    assert [("log.2", b"a"), ("log.1", b"b"), ("log", b"c")] == found


def test_a_file_that_is_seen_under_two_names_is_taken_once(tmp_path: Path) -> None:
    # As it looks to a reader when the log is set aside after it has opened FILE, and before it opens FILE.1.
    file = write(tmp_path, log="b", log_2="a")
    (tmp_path / "log.1").hardlink_to(file)
    with ExitStack() as resources:
        assert [b"a", b"b"] == [stream.read() for _, stream in opened(file, resources)]


def test_opened_files_are_closed_with_their_resources(tmp_path: Path) -> None:
    with ExitStack() as resources:
        found = opened(write(tmp_path, log="b", log_1="a"), resources)
    assert [True, True] == [stream.closed for _, stream in found]
