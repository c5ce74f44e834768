"""Claims about `scaler.app`: how the scaler starts, and how it ends."""

import asyncio
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest
from structlog.testing import capture_logs

from adapter.kube.access import Access, Cluster
from adapter.process.clock import SystemClock
from adapter.process.sites import ListenAddress, ListenError
from scaler.algorithm.model import AlgorithmSettings
from scaler.app import serve
from scaler.config import ScalerSettings
from scaler.controller.loop import LoopSettings
from scaler.decisionlog.rotation import Rotation
from scaler.decisionlog.writer import DecisionLogError, Destination
from scaler.leadership.timing import ElectionTiming
from tests.support.http_peer import http_peer

ROTATION = Rotation(max_bytes=0, max_backups=1)
SETTINGS = ScalerSettings(
    access=Access(cluster=Cluster(server="http://127.0.0.1:9")),
    namespaces=(),
    engine=None,
    algorithm=AlgorithmSettings(),
    loop=LoopSettings(),
    lease=None,
    election=ElectionTiming(),
    decision_log=None,
    listen=ListenAddress(host="127.0.0.1", port=0),
)


def settings(server: str) -> ScalerSettings:
    return replace(SETTINGS, access=Access(cluster=Cluster(server=server)))


async def test_a_scaler_that_is_stopped_before_it_has_listed_anything_ends_well() -> None:
    stop = asyncio.Event()
    async with http_peer() as peer, asyncio.TaskGroup() as tasks:
        with capture_logs():
            running = tasks.create_task(serve(settings(peer.url), SystemClock(), stop))
            await peer.until_asked(4)
            stop.set()
            assert 0 == await running


async def test_it_lists_autoscalers_and_workloads_and_asks_for_nothing_else_before() -> None:
    stop = asyncio.Event()
    async with http_peer() as peer, asyncio.TaskGroup() as tasks:
        with capture_logs():
            tasks.create_task(serve(settings(peer.url), SystemClock(), stop))
            await peer.until_asked(4)
            stop.set()
    expected = {
        "/apis/lagzero.dev/v1alpha1/zeropodautoscalers",
        "/apis/autoscaling/v2/horizontalpodautoscalers",
        "/apis/apps/v1/deployments",
        "/apis/apps/v1/statefulsets",
    }
    assert expected == {request.path for request in peer.requests}


async def test_it_is_not_ready_before_it_has_listed_everything() -> None:
    stop = asyncio.Event()
    async with http_peer() as peer, asyncio.TaskGroup() as tasks, aiohttp.ClientSession() as session:
        with capture_logs() as logs:
            tasks.create_task(serve(settings(peer.url), SystemClock(), stop))
            await peer.until_asked(4)
            url = next(entry["probes"] for entry in logs if entry["event"] == "scaling")
            async with session.get(f"{url}/readyz", timeout=aiohttp.ClientTimeout(total=5)) as answer:
                status = answer.status
            stop.set()
    assert 503 == status


async def test_a_decision_log_that_cannot_be_written_is_found_out_before_anything_is_asked(tmp_path: Path) -> None:
    async with http_peer() as peer:
        wrong = replace(settings(peer.url), decision_log=Destination(place=str(tmp_path), rotation=ROTATION))
        with pytest.raises(DecisionLogError):
            await serve(wrong, SystemClock(), asyncio.Event())
    assert [] == peer.requests


async def test_an_address_that_cannot_be_listened_on_ends_it() -> None:
    async with http_peer() as peer:
        wrong = replace(settings(peer.url), listen=ListenAddress(host="192.0.2.1", port=1))
        with pytest.raises(ListenError):
            await serve(wrong, SystemClock(), asyncio.Event())
