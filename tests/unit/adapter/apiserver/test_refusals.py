"""Claims about `adapter.apiserver.refusals`."""

from __future__ import annotations

from structlog.testing import capture_logs

from adapter.apiserver.identity import Identity, ProvenBy
from adapter.apiserver.refusals import Refusals
from tests.support.clock import ManualClock

_JOE = Identity(user="joe", proven_by=ProvenBy.TOKEN)


def test_every_kind_of_refusal_is_told_with_its_reason() -> None:
    refusals = Refusals(ManualClock())
    with capture_logs() as logs:
        refusals.unauthenticated(path="/apis", peer="10.0.0.1", reason="no token")
        refusals.forbidden(_JOE, "no role")
        refusals.crowded(peer="10.0.0.1", reason="too many")
    assert [(entry["log_level"], entry["reason"]) for entry in logs] == [
        ("info", "no token"),
        ("info", "no role"),
        ("warning", "too many"),
    ]


async def test_a_flood_is_ten_lines_a_second_and_its_number() -> None:
    clock = ManualClock()
    refusals = Refusals(clock)
    with capture_logs() as logs:
        for _ in range(1000):
            refusals.forbidden(_JOE, "no role")
        await clock.advance(1)
        refusals.forbidden(_JOE, "no role")
    assert len(logs) == 12
    assert logs[10] == {"event": "refusals left out of the log", "log_level": "warning", "lines": 990}


async def test_the_next_second_is_counted_anew() -> None:
    clock = ManualClock()
    refusals = Refusals(clock)
    with capture_logs() as logs:
        for _ in range(3):
            refusals.forbidden(_JOE, "no role")
            await clock.advance(1)
    assert [entry["event"] for entry in logs] == ["caller is not allowed"] * 3
