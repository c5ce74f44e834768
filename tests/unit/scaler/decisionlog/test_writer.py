"""Claims about `scaler.decisionlog.writer`: where records go, and what becomes of those that can't."""

import io
from pathlib import Path

import msgspec
import pytest
from structlog.testing import capture_logs

from scaler.decisionlog.rotation import Rotation
from scaler.decisionlog.writer import DecisionLogError, Destination, LineLog, StreamLines, open_decision_log
from tests.unit.scaler.decisionlog.syncs import sync
from tests.unit.scaler.decisionlog.tallies import Counted

FULL = OSError(28, "No space left on device")


def at(place: Path | str) -> Destination:
    return Destination(place=str(place), rotation=Rotation(max_bytes=0, max_backups=1))


def names(lines: bytes) -> list[str]:
    return [msgspec.json.decode(line)["autoscaler"] for line in lines.splitlines()]


class Disk:
    """Takes lines while it isn't full."""

    def __init__(self) -> None:
        self.full: OSError | None = None
        self.lines: list[bytes] = []

    def append(self, line: bytes) -> None:
        if self.full is not None:
            raise self.full
        self.lines.append(line)


def test_every_record_is_a_line() -> None:
    stream = io.BytesIO()
    log = LineLog(StreamLines(stream), Counted())
    log.write("jobs/a", sync())
    log.write("jobs/b", sync())
    assert ["jobs/a", "jobs/b"] == names(stream.getvalue())


def test_a_record_is_in_the_file_at_once(tmp_path: Path) -> None:
    with open_decision_log(at(tmp_path / "log"), Counted()) as log:
        log.write("jobs/a", sync())
        assert ["jobs/a"] == names((tmp_path / "log").read_bytes())


def test_a_file_that_is_there_is_appended_to(tmp_path: Path) -> None:
    for name in ("jobs/a", "jobs/b"):
        with open_decision_log(at(tmp_path / "log"), Counted()) as log:
            log.write(name, sync())
    assert ["jobs/a", "jobs/b"] == names((tmp_path / "log").read_bytes())


def test_a_dash_is_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with open_decision_log(at("-"), Counted()) as log:
        log.write("jobs/a", sync())
    assert ["jobs/a"] == names(capfdbinary.readouterr().out)


def test_without_a_destination_nothing_is_written(tmp_path: Path) -> None:
    counted = Counted()
    with open_decision_log(None, counted) as log:
        log.write("jobs/a", sync())
    assert ([], Counted()) == (list(tmp_path.iterdir()), counted)


@pytest.mark.parametrize("place", ["nowhere/log", "."])
def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, place: str) -> None:
    with (
        pytest.raises(DecisionLogError, match=r"--decision-log .*: cannot be appended to: \w"),
        open_decision_log(at(tmp_path / place), Counted()),
    ):
        pass


def test_records_are_counted_as_written() -> None:
    counted = Counted()
    log = LineLog(Disk(), counted)
    log.write("jobs/a", sync())
    log.write("jobs/a", sync())
    assert Counted(written=2) == counted


def test_a_full_disk_is_said_once_counted_each_time_and_stops_no_sync() -> None:
    disk, counted = Disk(), Counted()
    disk.full = FULL
    log = LineLog(disk, counted)
    with capture_logs() as logs:
        log.write("jobs/a", sync())
        log.write("jobs/a", sync())
    assert [("could not write decision log", "No space left on device")] == [
        (entry["event"], entry["reason"]) for entry in logs
    ]
    assert Counted(lost=2) == counted


def test_another_reason_is_said_too() -> None:
    disk = Disk()
    log = LineLog(disk, Counted())
    with capture_logs() as logs:
        for disk.full in (FULL, OSError(5, "Input/output error")):
            log.write("jobs/a", sync())
    assert ["No space left on device", "Input/output error"] == [entry["reason"] for entry in logs]


def test_after_an_outage_the_log_says_how_much_was_lost() -> None:
    disk = Disk()
    log = LineLog(disk, Counted())
    with capture_logs() as logs:
        for disk.full in (FULL, FULL, None, None):
            log.write("jobs/a", sync())
    assert [("decision log is written again", 2)] == [
        (entry["event"], entry["lost_records"]) for entry in logs if "lost_records" in entry
    ]


def test_standard_output_that_nobody_reads_any_more_stops_no_sync() -> None:
    counted = Counted()

    class Broken(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError(32, "Broken pipe")

    with capture_logs():
        LineLog(StreamLines(Broken()), counted).write("jobs/a", sync())
    assert Counted(lost=1) == counted
