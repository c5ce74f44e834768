"""Claims about `scaler.decisionlog.reader`: lines, and what can't be read."""

from pathlib import Path

import pytest

from scaler.decisionlog.reader import DecisionLogUnreadableError, open_log
from scaler.decisionlog.record import encode_record
from tests.unit.scaler.decisionlog.syncs import sync

LINE = encode_record("jobs/worker", sync())


def log(folder: Path, content: bytes) -> str:
    (folder / "log").write_bytes(content)
    return str(folder / "log")


def test_lines_are_counted_from_one_and_empty_ones_left_out(tmp_path: Path) -> None:
    with open_log(log(tmp_path, b"a\n\nb\r\n")) as lines:
        assert [(1, b"a"), (3, b"b")] == [(line.number, line.text) for line in lines]


def test_a_last_line_without_an_end_is_not_complete(tmp_path: Path) -> None:
    with open_log(log(tmp_path, b"a\nb")) as lines:
        assert [True, False] == [line.complete for line in lines]


def test_a_line_knows_its_record_and_whose_it_is(tmp_path: Path) -> None:
    with open_log(log(tmp_path, LINE)) as lines:
        (line,) = lines
    assert ("jobs/worker", sync().decision) == (line.head().autoscaler, line.record().decision)


def test_an_unreadable_line_is_told_with_its_place(tmp_path: Path) -> None:
    place = log(tmp_path, LINE + b"\n" + b"{}\n")
    with open_log(place) as lines, pytest.raises(DecisionLogUnreadableError, match=f"^{place}:2: not a record"):
        [line.record() for line in lines]


def test_a_line_that_was_cut_off_is_told_so(tmp_path: Path) -> None:
    with (
        open_log(log(tmp_path, LINE[:100])) as lines,
        pytest.raises(DecisionLogUnreadableError, match=r"the line has no end$"),
    ):
        [line.head() for line in lines]


@pytest.mark.parametrize("place", ["nowhere", "."])
def test_a_log_that_cannot_be_opened_is_told(tmp_path: Path, place: str) -> None:
    with pytest.raises(DecisionLogUnreadableError, match=r"^cannot read .*: "), open_log(str(tmp_path / place)):
        pass


def test_files_that_were_set_aside_come_first_the_oldest_before_all(tmp_path: Path) -> None:
    for name, text in {"log": b"e\n", "log.1": b"c\nd\n", "log.2": b"a\nb\n"}.items():
        (tmp_path / name).write_bytes(text)
    with open_log(str(tmp_path / "log")) as lines:
        read = [(Path(line.log).name, line.number, line.text.decode()) for line in lines]
    assert [("log.2", 1, "a"), ("log.2", 2, "b"), ("log.1", 1, "c"), ("log.1", 2, "d"), ("log", 1, "e")] == read


def test_one_that_was_set_aside_may_be_read_by_itself(tmp_path: Path) -> None:
    for name in ("log", "log.1", "log.2"):
        (tmp_path / name).write_bytes(f"{name}\n".encode())
    with open_log(str(tmp_path / "log.1")) as lines:
        assert [b"log.1"] == [line.text for line in lines]


def test_without_its_newest_file_a_log_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "log.1").write_bytes(LINE)
    with pytest.raises(DecisionLogUnreadableError), open_log(str(tmp_path / "log")):
        pass


def test_a_log_that_is_set_aside_while_it_is_read_is_read_to_its_end(tmp_path: Path) -> None:
    place = log(tmp_path, b"a\nb\n")
    with open_log(place) as lines:
        (tmp_path / "log").rename(tmp_path / "log.1")
        log(tmp_path, b"c\n")
        assert [b"a", b"b"] == [line.text for line in lines]


def test_an_unreadable_line_is_told_with_the_file_it_stands_in(tmp_path: Path) -> None:
    place = log(tmp_path, LINE + b"\n")
    (tmp_path / "log.1").write_bytes(b"{}\n")
    with open_log(place) as lines, pytest.raises(DecisionLogUnreadableError, match=f"^{place}.1:1: not a record"):
        [line.record() for line in lines]
