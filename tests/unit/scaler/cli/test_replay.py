"""Claims about `lagzero replay`: what it prints, and its exit status."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scaler.cli import main
from scaler.controller.reconcile import Sync
from scaler.decisionlog.record import encode_record
from tests.golden.files import RECORDS
from tests.unit.scaler.decisionlog.syncs import sync


def replay(folder: Path, *lines: bytes) -> Result:
    log = folder / "log"
    log.write_bytes(b"\n".join(lines) + b"\n")
    return CliRunner().invoke(main, ["replay", str(log)])


def record(done: Sync) -> bytes:
    return encode_record("jobs/worker", done)


def other(desired: int = 5) -> Sync:
    return replace(sync(), decision=replace(sync().decision, desired=desired))


def test_what_is_decided_as_before_is_only_counted() -> None:
    result = CliRunner().invoke(main, ["replay", str(RECORDS)])
    count = len(RECORDS.read_bytes().splitlines())
    assert (0, f"{count} recomputed, 0 differ\n", "") == (result.exit_code, result.stdout, result.stderr)


def test_every_difference_is_a_line_with_its_place(tmp_path: Path) -> None:
    result = replay(tmp_path, record(sync()), record(other()))
    expected = (
        f"{tmp_path}/log:2: jobs/worker at 2026-01-01T12:00:00Z: decision.desired: recorded 5, recomputed 4\n"
        "2 recomputed, 1 differ\n"
    )
    assert (1, expected) == (result.exit_code, result.stdout)


@pytest.mark.parametrize("line", [b"{}", b"nonsense", record(sync())[:-5]])
def test_a_line_that_cannot_be_read_is_told_with_its_number(tmp_path: Path, line: bytes) -> None:
    result = replay(tmp_path, record(sync()), line)
    assert (2, True) == (result.exit_code, result.stderr.startswith(f"error: {tmp_path}/log:2: not a record"))


def test_an_empty_log_has_nothing_that_differs(tmp_path: Path) -> None:
    assert (0, "0 recomputed, 0 differ\n") == (replay(tmp_path).exit_code, replay(tmp_path).stdout)


def test_a_dash_is_standard_input() -> None:
    result = CliRunner().invoke(main, ["replay", "-"], input=record(other()) + b"\n")
    assert (1, True) == (result.exit_code, result.stdout.startswith("-:1: jobs/worker at "))


def test_a_log_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["replay", str(tmp_path / "nowhere")])
    expected = f"error: cannot read {tmp_path}/nowhere: No such file or directory\n"
    assert (2, expected) == (result.exit_code, result.stderr)
