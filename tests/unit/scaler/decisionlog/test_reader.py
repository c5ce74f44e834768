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
