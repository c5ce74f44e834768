"""Claims about `Statuses` of a stock autoscaler: our part stands beside the stock controller's."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.api.decode_companion import decode_companion
from scaler.api.kinds import AutoscalerKind
from scaler.api.wire_object import WireAutoscaler
from scaler.controller.ports import NotWritten, Written
from tests.contracts.ports.real_world import RealHandles
from tests.support.metric_builders import NOW

KIND = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
ASKED = {"lagzero.dev/min-replicas": "0"}
CLAIM = Condition(type="ScaledToZero", status="True", reason="ScaledToZero", message="asleep", last_transition=NOW)
FULL = AutoscalerStatus(conditions=(CLAIM,), memory={"recommendations": [{"replicas": 3}], "idleSince": "then"})
THEIRS = {"type": "AbleToScale", "status": "True", "reason": "ReadyForNewScale", "message": "theirs"}


class Stock:
    """One annotated HorizontalPodAutoscaler, and the stock controller's way with its status."""

    def __init__(self, real: RealHandles) -> None:
        self._real = real
        self._path = f"/apis/{KIND.api_version}/namespaces/{real.namespace}/{KIND.plural}"

    async def create(self) -> Autoscaler:
        target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "worker"}
        document = {
            "apiVersion": KIND.api_version,
            "kind": KIND.kind,
            "metadata": {"name": "web", "annotations": ASKED},
            "spec": {"scaleTargetRef": target, "minReplicas": 1, "maxReplicas": 5},
        }
        await self._real.client.create(self._path, document, msgspec.Raw)
        return await self.read()

    async def read(self) -> Autoscaler:
        found = decode_companion(await self._real.client.get(f"{self._path}/web", WireAutoscaler))
        assert found is not None
        return found

    async def raw(self) -> dict[str, Any]:
        return await self._real.client.get(f"{self._path}/web", dict[str, Any])

    async def stock_controller_reports(self, replicas: int) -> None:
        """It writes the whole status that it knows, as it does at every sync."""
        stored = await self.raw()
        conditions = [each for each in stored.get("status", {}).get("conditions", []) if each["type"] != THEIRS["type"]]
        status = {"currentReplicas": replicas, "desiredReplicas": replicas, "conditions": [THEIRS, *conditions]}
        await self._real.client.replace(
            f"{self._path}/web/status",
            {**stored, "status": status},
            msgspec.Raw,
            params={"fieldManager": "kube-controller-manager"},
        )

    async def write(self, known: Autoscaler, status: AutoscalerStatus) -> Written | NotWritten:
        return await self._real.ports.statuses.write(known, status)


@pytest.fixture
def stock(real: RealHandles) -> Stock:
    return Stock(real)


async def test_what_was_written_is_read_back(stock: Stock) -> None:
    answer = await stock.write(await stock.create(), FULL)
    assert (Written(), FULL) == (answer, (await stock.read()).status)


async def test_the_claim_stands_beside_the_stock_controllers_conditions(stock: Stock) -> None:
    known = await stock.create()
    await stock.stock_controller_reports(3)
    await stock.write(known, FULL)
    status = (await stock.raw())["status"]
    assert (3, ["AbleToScale", "lagzero.dev/ScaledToZero"]) == (
        status["currentReplicas"],
        [each["type"] for each in status["conditions"]],
    )


async def test_what_else_we_say_stands_under_its_own_name(stock: Stock) -> None:
    fight = replace(CLAIM, type="lagzero.dev/Contested", reason="FightingWriter")
    both = replace(FULL, conditions=(CLAIM, fight))
    answer = await stock.write(await stock.create(), both)
    kinds = [each["type"] for each in (await stock.raw())["status"]["conditions"]]
    assert (Written(), both, ["lagzero.dev/ScaledToZero", "lagzero.dev/Contested"]) == (
        answer,
        (await stock.read()).status,
        kinds,
    )


async def test_the_claim_survives_what_the_stock_controller_reports(stock: Stock) -> None:
    await stock.write(await stock.create(), FULL)
    await stock.stock_controller_reports(4)
    assert FULL == (await stock.read()).status


async def test_a_claim_that_changes_takes_nothing_from_the_others(stock: Stock) -> None:
    await stock.write(await stock.create(), FULL)
    await stock.stock_controller_reports(4)
    awake = replace(FULL, conditions=(replace(CLAIM, status="False", reason="NotScaledToZero"),))
    await stock.write(await stock.read(), awake)
    status = (await stock.raw())["status"]
    assert (awake, THEIRS, 4) == ((await stock.read()).status, status["conditions"][0], status["currentReplicas"])


async def test_a_claim_that_is_gone_leaves_the_others(stock: Stock) -> None:
    await stock.write(await stock.create(), FULL)
    await stock.stock_controller_reports(4)
    await stock.write(await stock.read(), AutoscalerStatus())
    raw = await stock.raw()
    ours = [each for each in raw["metadata"]["managedFields"] if each["manager"].startswith("lagzero-")]
    assert ([THEIRS], ASKED, []) == (raw["status"]["conditions"], raw["metadata"]["annotations"], ours)


async def test_the_spec_is_never_written(stock: Stock) -> None:
    known = await stock.create()
    before = (await stock.raw())["spec"]
    await stock.write(known, FULL)
    raw = await stock.raw()
    ours = [entry for entry in raw["metadata"]["managedFields"] if entry["manager"].startswith("lagzero-")]
    assert (before, [("lagzero-companion", "Apply", "status"), ("lagzero-scaler", "Update", "")]) == (
        raw["spec"],
        sorted((entry["manager"], entry["operation"], entry.get("subresource", "")) for entry in ours),
    )


async def test_when_the_memory_was_written_is_read_back(stock: Stock) -> None:
    known = await stock.create()
    before = known.companion
    await stock.write(known, FULL)
    after = (await stock.read()).companion
    assert before is not None
    assert after is not None
    assert (None, True) == (before.memory_written, after.memory_written is not None)


async def test_one_that_is_gone_is_not_written(stock: Stock) -> None:
    known = await stock.create()
    answer = await stock.write(replace(known, key=replace(known.key, name="stranger")), replace(FULL, conditions=()))
    assert isinstance(answer, NotWritten)
    assert '"stranger" not found' in answer.message


@pytest.mark.parametrize("status", [FULL, replace(FULL, conditions=())], ids=["claim", "memory"])
async def test_one_that_was_deleted_and_made_again_does_not_get_the_old_ones_part(
    stock: Stock, real: RealHandles, status: AutoscalerStatus
) -> None:
    old = await stock.create()
    await real.client.delete(f"/apis/{KIND.api_version}/namespaces/{real.namespace}/{KIND.plural}/web")
    await stock.create()
    answer = await stock.write(old, status)
    assert (True, AutoscalerStatus()) == (isinstance(answer, NotWritten), (await stock.read()).status)
