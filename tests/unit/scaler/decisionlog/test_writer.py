"""Claims about `scaler.decisionlog.writer`: where records go."""

import io
from pathlib import Path

import msgspec
import pytest
from structlog.testing import capture_logs

from scaler.decisionlog.writer import DecisionLogError, LineLog, open_decision_log
from tests.unit.scaler.decisionlog.syncs import sync


def names(lines: bytes) -> list[str]:
    return [msgspec.json.decode(line)["autoscaler"] for line in lines.splitlines()]


def test_every_record_is_a_line() -> None:
    stream = io.BytesIO()
    log = LineLog(stream)
    log.write("jobs/a", sync())
    log.write("jobs/b", sync())
    assert ["jobs/a", "jobs/b"] == names(stream.getvalue())


def test_a_record_is_in_the_file_at_once(tmp_path: Path) -> None:
    with open_decision_log(str(tmp_path / "log")) as log:
        log.write("jobs/a", sync())
        assert ["jobs/a"] == names((tmp_path / "log").read_bytes())


def test_a_file_that_is_there_is_appended_to(tmp_path: Path) -> None:
    for name in ("jobs/a", "jobs/b"):
        with open_decision_log(str(tmp_path / "log")) as log:
            log.write(name, sync())
    assert ["jobs/a", "jobs/b"] == names((tmp_path / "log").read_bytes())


def test_a_dash_is_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with open_decision_log("-") as log:
        log.write("jobs/a", sync())
    assert ["jobs/a"] == names(capfdbinary.readouterr().out)


def test_without_a_place_nothing_is_written(tmp_path: Path) -> None:
    with open_decision_log(None) as log:
        log.write("jobs/a", sync())
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("place", ["nowhere/log", "."])
def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, place: str) -> None:
    with (
        pytest.raises(DecisionLogError, match=r"--decision-log .*: cannot be appended to"),
        open_decision_log(str(tmp_path / place)),
    ):
        pass


class FullDisk(io.BytesIO):
    def flush(self) -> None:
        raise OSError(28, "No space left on device")


def test_a_disk_that_is_full_is_said_and_stops_no_sync() -> None:
    with capture_logs() as logs:
        LineLog(FullDisk()).write("jobs/a", sync())
    assert [("could not write decision log", "No space left on device")] == [
        (entry["event"], entry["reason"]) for entry in logs
    ]
