from collections.abc import AsyncIterator

import pytest
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request

from e2e.demo.exporter import Queue, QueueServer, exposition

Client = TestClient[Request, Application]


class _Seconds:
    """A clock moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(name="seconds")
def _seconds() -> _Seconds:
    return _Seconds()


@pytest.fixture(name="client")
async def _client(seconds: _Seconds) -> AsyncIterator[Client]:
    application = QueueServer(rate=2.0, seconds=seconds).application()
    async with TestClient(TestServer(application)) as client:
        yield client


def test_a_queue_drains_in_proportion_to_its_workers() -> None:
    queue = Queue(rate=2.0, backlog=100.0, workers=3)
    assert Queue(rate=2.0, backlog=40.0, workers=3, at_seconds=10.0) == queue.at(10.0)


def test_it_does_not_matter_how_often_a_queue_is_looked_at() -> None:
    queue = Queue(rate=2.0, backlog=100.0, workers=3)
    assert queue.at(15.0) == queue.at(5.0).at(10.0).at(15.0)


def test_a_queue_without_workers_keeps_its_backlog() -> None:
    assert Queue(rate=2.0, backlog=100.0, at_seconds=60.0) == Queue(rate=2.0, backlog=100.0).at(60.0)


def test_a_queue_is_never_less_than_empty() -> None:
    assert Queue(rate=2.0, workers=3, at_seconds=60.0) == Queue(rate=2.0, backlog=100.0, workers=3).at(60.0)


def test_an_earlier_moment_changes_nothing() -> None:
    queue = Queue(rate=2.0, backlog=100.0, workers=3, at_seconds=10.0)
    assert queue == queue.at(5.0)


def test_a_task_that_is_begun_waits_until_it_is_done() -> None:
    assert 1 == Queue(rate=1.0, backlog=0.1).waiting


def test_the_exposition_has_the_series_of_the_example() -> None:
    line = 'queue_consumer_lag{namespace="default",name="worker_tasks"} 200'
    assert line == exposition(Queue(rate=1.0, backlog=200.0)).splitlines()[-1]


async def test_tasks_that_are_put_add_to_the_backlog(client: Client) -> None:
    await client.post("/tasks", data=b'{"tasks": 200}')
    answer = await client.post("/tasks", data=b'{"tasks": 40}')
    assert {"waiting": 240} == await answer.json()


async def test_only_the_time_since_the_workers_came_drains(client: Client, seconds: _Seconds) -> None:
    await client.post("/tasks", data=b'{"tasks": 100}')
    seconds.now = 60.0
    await client.put("/workers", data=b'{"ready": 5}')
    seconds.now = 63.0
    answer = await client.get("/tasks")
    assert {"waiting": 70} == await answer.json()


async def test_prometheus_is_shown_the_backlog_of_the_moment(client: Client) -> None:
    await client.post("/tasks", data=b'{"tasks": 7}')
    answer = await client.get("/metrics")
    assert (await answer.text()).endswith(" 7\n")


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"seven", b'{"tasks": "7"}', b'{"tasks": 7, "more": 1}', b'{"tasks": 7.5}']
)
async def test_a_body_that_is_no_number_of_tasks_is_refused(client: Client, body: bytes) -> None:
    assert 400 == (await client.post("/tasks", data=body)).status


async def test_a_negative_number_of_tasks_takes_none_away(client: Client) -> None:
    await client.post("/tasks", data=b'{"tasks": 7}')
    answer = await client.post("/tasks", data=b'{"tasks": -5}')
    assert {"waiting": 7} == await answer.json()
