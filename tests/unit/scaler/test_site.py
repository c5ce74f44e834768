"""Claims about `scaler.site`: what the probes and the metrics say."""

from collections.abc import Callable

import aiohttp
import pytest

from adapter.process.sites import ListenAddress, serving
from scaler.site import probes
from scaler.telemetry.metrics import ScalerMetrics
from scaler.wake import Waker


async def get(path: str, ready: Callable[[], bool] = lambda: True) -> tuple[int, str]:
    """Status and text of an answer."""
    app = probes(ready, ScalerMetrics(), Waker(leads=lambda: True, find=lambda _name: None, due_now=lambda _name: None))
    async with (
        serving(app, ListenAddress(host="127.0.0.1", port=0)) as site,
        aiohttp.ClientSession() as session,
        session.get(f"{site.url}{path}", timeout=aiohttp.ClientTimeout(total=5)) as answer,
    ):
        return answer.status, await answer.text()


@pytest.mark.parametrize("path", ["/livez", "/healthz", "/readyz"])
async def test_a_scaler_that_has_listed_everything_is_alive_and_ready(path: str) -> None:
    assert (200, "ok") == await get(path)


async def test_before_everything_was_listed_it_is_not_ready_and_says_why() -> None:
    status, text = await get("/readyz", lambda: False)
    assert (503, True) == (status, "not listed everything yet" in text)


async def test_before_everything_was_listed_it_is_alive() -> None:
    assert (200, "ok") == await get("/livez", lambda: False)


async def test_its_metrics_are_served_as_text() -> None:
    status, text = await get("/metrics")
    assert (200, True) == (status, "# TYPE lagzero_scaler_syncs_total counter" in text)


async def test_any_other_path_is_not_found() -> None:
    assert 404 == (await get("/"))[0]
