"""How a program runs, stops and fails."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from adapter.process.lifecycle import ServiceEndedError, StillRunningError, run, serve_until


class WorldError(Exception):
    pass


async def _for_ever() -> None:
    await asyncio.get_running_loop().create_future()


async def _failing() -> None:
    raise WorldError("the sky fell")


def test_the_exit_status_is_what_main_returns() -> None:
    async def main(_stop: asyncio.Event) -> int:
        await asyncio.sleep(0)
        return 1

    assert run(main) == 1


def test_an_unexpected_failure_is_logged_with_its_traceback_and_gives_3() -> None:
    async def main(_stop: asyncio.Event) -> int:
        await _failing()
        return 0

    with capture_logs() as logs:
        assert run(main) == 3
    assert [(entry["event"], str(entry["exc_info"])) for entry in logs] == [("program failed", "the sky fell")]


def test_a_failure_that_the_caller_knows_is_one_line_and_its_own_status() -> None:
    async def main(_stop: asyncio.Event) -> int:
        await _failing()
        return 0

    with capture_logs() as logs:
        assert run(main, statuses={WorldError: 2}) == 2
    assert logs == [{"event": "program cannot go on", "reason": "the sky fell", "log_level": "error"}]


def test_every_cause_of_a_group_is_reported() -> None:
    async def main(_stop: asyncio.Event) -> int:
        raise ExceptionGroup("two", [WorldError("first"), ValueError("second")])

    with capture_logs() as logs:
        assert run(main, statuses={WorldError: 2}) == 3
    assert [entry["event"] for entry in logs] == ["program cannot go on", "program failed"]


async def test_services_run_until_the_stop_is_set() -> None:
    stop = asyncio.Event()
    ended: list[str] = []

    async def service(name: str) -> None:
        try:
            await _for_ever()
        finally:
            ended.append(name)

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(serve_until(stop, service("a"), service("b")))
        await asyncio.sleep(0)
        stop.set()
    assert sorted(ended) == ["a", "b"]


async def test_the_first_service_that_dies_takes_the_others_down_with_its_own_error() -> None:
    ended: list[str] = []

    async def service() -> None:
        try:
            await _for_ever()
        finally:
            ended.append("service")

    with pytest.raises(WorldError, match="the sky fell"):
        await serve_until(asyncio.Event(), service(), _failing())
    assert ended == ["service"]


async def test_a_service_that_returns_by_itself_is_a_failure() -> None:
    async def service() -> None:
        await asyncio.sleep(0)

    with pytest.raises(ServiceEndedError, match="service returned"):
        await serve_until(asyncio.Event(), service())


async def test_an_error_while_stopping_is_not_lost() -> None:
    stop = asyncio.Event()
    stop.set()

    async def service() -> None:
        try:
            await _for_ever()
        finally:
            raise WorldError("could not save")

    with pytest.raises(WorldError, match="could not save"):
        await serve_until(stop, service())


async def test_a_service_that_ignores_the_stop_is_named_after_the_deadline() -> None:
    stop, let_go = asyncio.Event(), asyncio.Event()
    stop.set()

    async def stubborn() -> None:
        while not let_go.is_set():
            try:
                await let_go.wait()
            except asyncio.CancelledError:
                continue

    with pytest.raises(StillRunningError, match="stubborn"):
        await serve_until(stop, stubborn(), grace_seconds=0.01)
    let_go.set()
    await asyncio.sleep(0)


async def test_a_cancelled_caller_waits_for_its_services() -> None:
    ended: list[str] = []

    async def service() -> None:
        try:
            await _for_ever()
        finally:
            await asyncio.sleep(0)
            ended.append("service")

    async with asyncio.TaskGroup() as tasks:
        supervision = tasks.create_task(serve_until(asyncio.Event(), service()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        supervision.cancel()
    assert ended == ["service"]
