"""Claims about `Finalizers` on a real API: they hold a deleted autoscaler, and take nothing of anybody else's."""

from typing import Any

import msgspec
import pytest

from adapter.kube.errors import NotFound
from scaler.api.autoscaler import FINALIZER, Autoscaler
from scaler.cluster.finalizers import FINALIZER_MANAGER
from scaler.controller.ports import NotWritten, Written
from tests.contracts.ports.real_world import RealHandles
from tests.contracts.ports.worlds import KIND

OTHERS = "example.com/keep"


class Held:
    """One ZeroPodAutoscaler, and what others do to it."""

    def __init__(self, real: RealHandles) -> None:
        self._real = real
        self._path = f"/apis/{KIND.api_version}/namespaces/{real.namespace}/{KIND.plural}/worker"

    async def create(self) -> Autoscaler:
        return await self._real.create_autoscaler("worker")

    async def read(self) -> Autoscaler:
        return await self._real.autoscaler("worker")

    async def write(self, known: Autoscaler, *finalizers: str) -> Written | NotWritten:
        return await self._real.ports.finalizers.write(known, finalizers)

    async def somebody_adds(self, *finalizers: str) -> None:
        body = {"metadata": {"finalizers": finalizers}}
        await self._real.client.merge_patch(self._path, body, msgspec.Raw, field_manager="kubectl")

    async def delete(self) -> None:
        await self._real.client.delete(self._path)

    async def raw(self) -> dict[str, Any]:
        return await self._real.client.get(self._path, dict[str, Any])


@pytest.fixture
def held(real: RealHandles) -> Held:
    return Held(real)


async def test_what_was_written_is_read_back(held: Held) -> None:
    answer = await held.write(await held.create(), FINALIZER)
    found = await held.read()
    assert (Written(), (FINALIZER,), False) == (answer, found.finalizers, found.is_held)


async def test_a_deleted_autoscaler_stays_while_it_is_held(held: Held) -> None:
    await held.write(await held.create(), FINALIZER)
    await held.delete()
    found = await held.read()
    assert (True, True) == (found.deleting is not None, found.is_held)


async def test_once_it_is_let_go_it_is_gone(held: Held) -> None:
    await held.write(await held.create(), FINALIZER)
    await held.delete()
    assert Written() == await held.write(await held.read())
    with pytest.raises(NotFound):
        await held.read()


async def test_one_that_is_gone_needs_no_letting_go(held: Held) -> None:
    known = await held.create()
    await held.delete()
    assert Written() == await held.write(known)


async def test_one_that_was_changed_since_is_not_written(held: Held) -> None:
    known = await held.create()
    await held.somebody_adds(OTHERS)
    answer = await held.write(known, FINALIZER)
    assert (NotWritten, (OTHERS,)) == (type(answer), (await held.read()).finalizers)


async def test_one_that_is_deleted_is_let_go_whatever_has_changed_since(held: Held) -> None:
    await held.write(await held.create(), FINALIZER)
    await held.delete()
    known = await held.read()
    body = {"metadata": {"labels": {"touched": "yes"}}}
    await held._real.client.merge_patch(held._path, body, msgspec.Raw, field_manager="kubectl")
    assert Written() == await held.write(known)


async def test_one_that_was_made_again_is_not_taken_for_the_other(held: Held) -> None:
    known = await held.create()
    await held.delete()
    again = await held.create()
    answer = await held.write(known, FINALIZER)
    assert (NotWritten, ()) == (type(answer), (await held.read()).finalizers)
    assert known.uid != again.uid


async def test_nothing_else_of_the_autoscaler_is_written(held: Held) -> None:
    known = await held.create()
    before = await held.raw()
    await held.write(known, FINALIZER)
    after = await held.raw()
    ours = [entry for entry in after["metadata"]["managedFields"] if entry["manager"] == FINALIZER_MANAGER]
    assert (before["spec"], [{"f:metadata": {"f:finalizers"}}]) == (
        after["spec"],
        [{key: set(value) - {"."} for key, value in entry["fieldsV1"].items()} for entry in ours],
    )
