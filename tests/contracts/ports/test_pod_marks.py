"""Claims about marking Pods on a sandbox: the idle ones are marked, nobody else is, and so the busy ones stay."""

import asyncio
from typing import Any

import msgspec
import pytest

from scaler.algorithm.decision import Rescale
from scaler.algorithm.model import Pod
from scaler.api.deletion_cost import DELETION_COST, OUR_COST
from scaler.api.types import CrossVersionObjectReference
from scaler.controller.marking import Marks, marks_for
from scaler.controller.ports import Target, Written
from tests.contracts.ports.real_world import RealHandles
from tests.support.fake_marks import work_of

WORKER = CrossVersionObjectReference(kind="Deployment", name="worker", api_version="apps/v1")
COUNT = 5


class Workers:
    """Five Pods of one Deployment, two of which are busy."""

    def __init__(self, real: RealHandles) -> None:
        self._real = real

    async def create(self) -> list[str]:
        """The names of the Pods; the second and the fourth are the busy ones."""
        await self._real.create(WORKER, COUNT)
        return await self._names(COUNT)

    async def pods(self) -> tuple[Pod, ...]:
        found = await self._real.ports.pods.read(self._real.namespace, "app=worker")
        assert isinstance(found, tuple)
        return found

    async def mark(self, busy: list[str], desired: int) -> Marks:
        work = work_of(dict.fromkeys(busy, 1))
        marks = marks_for(await self.pods(), work.by_pod, current=COUNT, desired=desired)
        assert None is await self._real.ports.pod_marks.write(self._real.namespace, marks)
        return marks

    async def scale_in(self, desired: int) -> list[str]:
        """The names that are left."""
        seen = await self._real.ports.scales.read(self._real.namespace, WORKER)
        assert isinstance(seen, Target)
        rescale = Rescale(current=COUNT, desired=desired, reason="")
        assert Written() == await self._real.ports.scales.write(seen, rescale)
        return await self._names(desired)

    async def annotations(self) -> dict[str, dict[str, str]]:
        path = f"/api/v1/namespaces/{self._real.namespace}/pods"
        items: list[dict[str, Any]] = (await self._real.client.get(path, dict[str, Any]))["items"]
        return {each["metadata"]["name"]: each["metadata"].get("annotations", {}) for each in items}

    async def annotate(self, name: str, cost: str) -> None:
        path = f"/api/v1/namespaces/{self._real.namespace}/pods/{name}"
        body = {"metadata": {"annotations": {DELETION_COST: cost, "example.com/mine": "yes"}}}
        await self._real.client.merge_patch(path, body, msgspec.Raw, field_manager="kubectl")

    async def _names(self, count: int) -> list[str]:
        async with asyncio.timeout(60):
            while True:
                found = await self.pods()
                if len(found) == count:
                    return sorted(each.name for each in found)
                await asyncio.sleep(0.01)


@pytest.fixture
def workers(real: RealHandles) -> Workers:
    return Workers(real)


async def test_the_idle_are_marked_and_none_else(workers: Workers) -> None:
    names = await workers.create()
    await workers.mark([names[1], names[3]], desired=2)
    expected = {name: {} if name in {names[1], names[3]} else {DELETION_COST: OUR_COST} for name in names}
    assert expected == await workers.annotations()


async def test_after_the_scale_in_the_busy_are_left_without_a_mark(workers: Workers) -> None:
    names = await workers.create()
    busy = [names[1], names[3]]
    await workers.mark(busy, desired=2)
    assert (busy, {name: {} for name in busy}) == (await workers.scale_in(2), await workers.annotations())


async def test_a_mark_is_taken_off_and_other_annotations_stay(workers: Workers) -> None:
    names = await workers.create()
    await workers.annotate(names[0], OUR_COST)
    marks = await workers.mark([names[0]], desired=3)
    found = await workers.annotations()
    assert (Marks(put=(names[1],), taken_off=(names[0],)), {"example.com/mine": "yes"}) == (marks, found[names[0]])


async def test_a_cost_of_somebody_else_stays(workers: Workers) -> None:
    names = await workers.create()
    await workers.annotate(names[0], "50")
    marks = await workers.mark([names[4]], desired=3)
    assert (Marks(put=(names[1], names[2])), "50") == (marks, (await workers.annotations())[names[0]][DELETION_COST])


async def test_once_they_are_marked_nothing_is_left_to_be_written(workers: Workers) -> None:
    names = await workers.create()
    await workers.mark([names[0]], desired=3)
    assert Marks() == await workers.mark([names[0]], desired=3)
