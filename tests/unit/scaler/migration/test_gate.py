"""Claims about asking for the gate: a dry run that stores nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adapter.kube.errors import Forbidden
from scaler.migration.gate import UnknownGateError, gate_of
from scaler.migration.stock_autoscaler import Gate
from tests.support.http_peer import http_peer, json_answer, status_answer
from tests.unit.scaler.migration.connected import connected

if TYPE_CHECKING:
    from tests.support.http_peer import Answer


@pytest.mark.parametrize(
    ("answer", "expected"), [(json_answer({}, code=201), Gate.ON), (status_answer(422, reason="Invalid"), Gate.OFF)]
)
async def test_only_with_the_gate_on_zero_is_taken(answer: Answer, expected: Gate) -> None:
    async with http_peer(answer) as peer, connected(peer) as client:
        assert expected == await gate_of(client, "jobs")
        assert [("POST", "All")] == [(request.method, request.query["dryRun"]) for request in peer.requests]


async def test_where_there_are_no_dry_runs_it_is_unknown() -> None:
    async with (
        http_peer(status_answer(400, reason="BadRequest", message="no dry runs")) as peer,
        connected(peer) as client,
    ):
        with pytest.raises(UnknownGateError, match="no dry runs"):
            await gate_of(client, "jobs")


async def test_who_may_not_create_cannot_ask() -> None:
    async with http_peer(status_answer(403, reason="Forbidden")) as peer, connected(peer) as client:
        with pytest.raises(Forbidden):
            await gate_of(client, "jobs")
