"""How does a program start, stop and fail? Signals ask it to stop, any failure ends it with its cause.

`run` is for the console; `serve_until` is for the inside of a program, where several services live together.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from types import MappingProxyType
from typing import TYPE_CHECKING, NoReturn, TypeVar

import structlog
import uvloop

from adapter.process.loop_failures import note_loop_failures

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
    from types import FrameType

T = TypeVar("T")

WORLD_FAILED = 3
_SERVICE = "service "
_THRESHOLDS = (20_000, 20, 100)
_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_NO_STATUSES: Mapping[type[Exception], int] = MappingProxyType({})

log = structlog.get_logger()


class ServiceEndedError(Exception):
    """A service that should have run until the stop returned; its program can't go on without it."""


class StillRunningError(Exception):
    """Services that were told to stop and didn't within the deadline."""


def run(
    main: Callable[[asyncio.Event], Awaitable[int]], *, statuses: Mapping[type[Exception], int] = _NO_STATUSES
) -> int:
    """The exit status of `main`, run on uvloop; call it in the main thread.

    SIGTERM and SIGINT set the event that `main` is given. A second one ends the process at once with 143 or 130.
    `statuses` names the errors that a user can act on: they are logged as one line and end with that status.
    Any other exception is logged with its traceback and gives 3.
    """
    _collect_rarely()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        note_loop_failures(runner.get_loop())
        stop = asyncio.Event()
        signals = _Signals(stop, runner.get_loop())
        signals.install()
        try:
            return runner.run(_call(main, stop))
        except StillRunningError as error:
            log.error("gave up waiting for services to stop", services=str(error))  # noqa: TRY400 - the name is the cause
            # Leaving the runner would wait for those services again, this time for ever.
            _exit_now(WORLD_FAILED)
        except Exception as error:
            return _report(error, statuses)
        finally:
            signals.restore()


async def serve_until(
    stop: asyncio.Event, *services: Coroutine[object, object, object], grace_seconds: float = 20.0
) -> None:
    """Run services side by side until `stop` is set, then cancel them and wait at most `grace_seconds`.

    The first service that fails takes the others down, and its exception comes out as it was raised (a group if several
    failed at once). A service that returns before the stop raises ServiceEndedError, one that outlives the
    deadline StillRunningError.
    """
    # A task of its own, and not the caller's: a group waits for its children without any limit.
    group = asyncio.create_task(_supervise(services), name="services")
    asked = asyncio.create_task(stop.wait(), name="stop")
    try:
        await asyncio.wait({group, asked}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        asked.cancel()
        group.cancel()
        _, late = await asyncio.wait({group}, timeout=grace_seconds)
        if not late:
            # One that was cancelled before its first step has never been awaited, and Python complains about those.
            for service in services:
                service.close()
    if late:
        raise StillRunningError(", ".join(_unfinished_services()))
    if not group.cancelled():
        group.result()


async def contained(work: Awaitable[T], **context: object) -> T | None:
    """The result of `work`; None if it failed, which is logged with its traceback and `context`.

    For one of many equal pieces of work, of which a bug in one must not stop the others.
    """
    try:
        return await work
    except Exception:
        log.exception("unexpected failure", **context)
        return None


async def _supervise(services: tuple[Coroutine[object, object, object], ...]) -> None:
    try:
        async with asyncio.TaskGroup() as tasks:
            for service in services:
                tasks.create_task(_forever(service), name=_SERVICE + _name_of(service))
    except BaseExceptionGroup as failed:
        if len(failed.exceptions) == 1:
            raise failed.exceptions[0] from failed.exceptions[0].__cause__
        raise


async def _forever(service: Coroutine[object, object, object]) -> None:
    await service
    raise ServiceEndedError(f"{_name_of(service)} returned although nobody had asked it to stop")


def _name_of(service: Coroutine[object, object, object]) -> str:
    return str(getattr(service, "__qualname__", service))


def _unfinished_services() -> list[str]:
    names = (task.get_name() for task in asyncio.all_tasks())
    return sorted(name.removeprefix(_SERVICE) for name in names if name.startswith(_SERVICE))


async def _call(main: Callable[[asyncio.Event], Awaitable[int]], stop: asyncio.Event) -> int:
    return await main(stop)


def _collect_rarely() -> None:
    """Spend little time on cycles: what was imported stays, and what is kept for a while holds few of them.

    By default a program that keeps many objects for seconds looks through all of them whenever a quarter more are kept.
    """
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)


def _report(error: Exception, statuses: Mapping[type[Exception], int]) -> int:
    causes = list(_causes(error))
    for cause in causes:
        status = _status_of(cause, statuses)
        if status is None:
            log.error("program failed", exc_info=cause)
        else:
            log.error("program cannot go on", reason=str(cause))
    known = [_status_of(cause, statuses) for cause in causes]
    return max(WORLD_FAILED if status is None else status for status in known)


def _causes(error: Exception) -> Iterator[Exception]:
    if isinstance(error, ExceptionGroup):
        for part in error.exceptions:
            yield from _causes(part)
    else:
        yield error


def _status_of(error: Exception, statuses: Mapping[type[Exception], int]) -> int | None:
    return next((status for kind, status in statuses.items() if isinstance(error, kind)), None)


def _exit_now(status: int) -> NoReturn:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


class _Signals:
    """The handlers of one run. Plain ones, not the loop's: they also work while the loop is busy computing."""

    def __init__(self, stop: asyncio.Event, loop: asyncio.AbstractEventLoop) -> None:
        self._stop = stop
        self._loop = loop
        self._asked = False
        self._previous: dict[signal.Signals, object] = {}

    def install(self) -> None:
        for number in _SIGNALS:
            self._previous[number] = signal.signal(number, self._handle)

    def restore(self) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)  # type: ignore[arg-type] # what signal.signal returned, it takes

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if self._asked:
            _exit_now(128 + number)
        self._asked = True
        self._loop.call_soon_threadsafe(self._stop.set)
