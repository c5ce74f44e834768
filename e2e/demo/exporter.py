"""A small queue with its exporter: `python -m e2e.demo.exporter --listen 127.0.0.1:PORT --rate TASKS`.

GET /metrics shows the backlog to Prometheus, POST /tasks puts tasks, PUT /workers says how many drain it, GET /tasks
tells the backlog of this moment.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import click
import msgspec
from aiohttp import web

T = TypeVar("T")

SERIES = 'queue_consumer_lag{namespace="default",name="worker_tasks"}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """A backlog as it was at `at_seconds`, drained by `workers` that each do `rate` tasks a second."""

    rate: float
    backlog: float = 0.0
    workers: int = 0
    at_seconds: float = 0.0

    def at(self, seconds: float) -> "Queue":
        """The same queue later. A moment that lies before changes nothing."""
        elapsed = max(seconds - self.at_seconds, 0.0)
        left = self.backlog - self.workers * self.rate * elapsed
        return replace(self, backlog=max(left, 0.0), at_seconds=max(seconds, self.at_seconds))

    @property
    def waiting(self) -> int:
        """Whole tasks; one that is begun counts until it is done."""
        return math.ceil(self.backlog)


class PutTasks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /tasks."""

    tasks: int


class SetWorkers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of PUT /workers."""

    ready: int


class Backlog(msgspec.Struct, frozen=True):
    """The answer to GET /tasks."""

    waiting: int


def exposition(queue: Queue) -> str:
    """The queue in Prometheus' text format."""
    return (
        "# HELP queue_consumer_lag Tasks that wait or are being worked on.\n"
        "# TYPE queue_consumer_lag gauge\n"
        f"{SERIES} {queue.waiting}\n"
    )


class QueueServer:
    """The queue over HTTP; `seconds` is any clock that never goes back."""

    def __init__(self, *, rate: float, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._queue = Queue(rate=rate, at_seconds=seconds())

    def application(self) -> web.Application:
        """The routes as one aiohttp application."""
        application = web.Application()
        application.router.add_get("/metrics", self._metrics)
        application.router.add_get("/tasks", self._tasks)
        application.router.add_post("/tasks", self._put_tasks)
        application.router.add_put("/workers", self._set_workers)
        return application

    def _now(self) -> Queue:
        return self._queue.at(self._seconds())

    async def _metrics(self, _request: web.Request) -> web.Response:
        return web.Response(text=exposition(self._now()), headers={"Content-Type": "text/plain; version=0.0.4"})

    async def _tasks(self, _request: web.Request) -> web.Response:
        return _answer(self._now())

    async def _put_tasks(self, request: web.Request) -> web.Response:
        put = _decode(await request.read(), PutTasks)
        now = self._now()
        self._queue = replace(now, backlog=now.backlog + max(put.tasks, 0))
        return _answer(self._queue)

    async def _set_workers(self, request: web.Request) -> web.Response:
        workers = _decode(await request.read(), SetWorkers)
        self._queue = replace(self._now(), workers=max(workers.ready, 0))
        return _answer(self._queue)


def _answer(queue: Queue) -> web.Response:
    return web.Response(body=msgspec.json.encode(Backlog(queue.waiting)), content_type="application/json")


def _decode(body: bytes, into: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=into)
    except msgspec.DecodeError as error:
        raise web.HTTPBadRequest(text=f"{error}\n") from error


@click.command()
@click.option("--listen", required=True, metavar="HOST:PORT", help="where to serve")
@click.option("--rate", required=True, type=click.FloatRange(min=0), help="tasks that one worker does in a second")
def main(*, listen: str, rate: float) -> None:
    """A small queue with its exporter, until SIGTERM."""
    host, _, port = listen.rpartition(":")
    if not host or not port.isdigit():
        raise click.UsageError(f"--listen should be HOST:PORT, not {listen!r}")
    loop = asyncio.new_event_loop()
    server = QueueServer(rate=rate, seconds=loop.time)
    web.run_app(server.application(), host=host, port=int(port), loop=loop, print=None, access_log=None)


if __name__ == "__main__":
    main()
