"""Claims about `lagzero status -w`: all of them once, then what has changed."""

import json

import msgspec
import pytest

from scaler.algorithm.model import AlgorithmSettings
from scaler.api.wire_object import WireAutoscaler
from scaler.cli.status_rows import Columns
from scaler.cli.status_watch import Follower
from tests.support.clock import ManualClock
from tests.unit.scaler.cli.peered import ACTIVE, autoscaler, inactive
from tests.unit.scaler.cli.test_status import TABLE


def wire(name: str, status: object) -> WireAutoscaler:
    return msgspec.convert(autoscaler(name, status=status), WireAutoscaler)


def follower(*, as_json: bool = False) -> Follower:
    return Follower(
        clock=ManualClock(),
        settings=AlgorithmSettings(),
        columns=Columns(namespace=False, wide=False),
        as_json=as_json,
    )


def test_following_begins_with_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    follower().replaced([wire("mailer", inactive()), wire("worker", ACTIVE)])
    assert TABLE == capsys.readouterr().out


def test_following_prints_what_reads_differently_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    follows = follower()
    follows.replaced([wire("mailer", inactive()), wire("worker", ACTIVE)])
    capsys.readouterr()
    follows.applied(wire("worker", ACTIVE))
    follows.applied(wire("worker", ACTIVE | {"currentReplicas": 4}))
    expected = (
        "worker   Deployment/worker   Active   40/30 (avg)          0     10    4          4         "
        "2026-01-01T11:58:00Z   any look\n"
    )
    assert expected == capsys.readouterr().out


def test_following_says_when_one_is_gone(capsys: pytest.CaptureFixture[str]) -> None:
    follows = follower()
    follows.replaced([wire("worker", ACTIVE)])
    capsys.readouterr()
    follows.deleted(wire("worker", ACTIVE))
    follows.deleted(wire("worker", ACTIVE))
    assert ["Deleted"] == [line.split()[-1] for line in capsys.readouterr().out.splitlines()]


def test_following_notices_what_went_unseen(capsys: pytest.CaptureFixture[str]) -> None:
    follows = follower()
    follows.replaced([wire("mailer", inactive()), wire("worker", ACTIVE)])
    capsys.readouterr()
    follows.replaced([wire("worker", ACTIVE)])
    assert ["mailer"] == [line.split()[0] for line in capsys.readouterr().out.splitlines()]


def test_following_as_json_is_a_line_for_each_change(capsys: pytest.CaptureFixture[str]) -> None:
    follows = follower(as_json=True)
    follows.replaced([wire("worker", ACTIVE)])
    follows.applied(wire("worker", ACTIVE | {"currentReplicas": 4}))
    assert [3, 4] == [json.loads(line)["replicas"] for line in capsys.readouterr().out.splitlines()]
