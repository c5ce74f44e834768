"""Claims about `scaler.site`: what the probes and the metrics say."""

from collections.abc import Callable

import aiohttp
import pytest

from adapter.process.sites import ListenAddress, serving
from scaler.site import probes
from scaler.telemetry.metrics import ScalerMetrics
from scaler.wake import Waker


async def get(path: str, *notes: str, **obstacles: str) -> tuple[int, str]:
    """Status and text of an answer."""
    waker = Waker(leads=lambda: True, find=lambda _name: None, woken=lambda _name: None, due_now=lambda _name: None)
    app = probes({name: _saying(reason) for name, reason in obstacles.items()}, ScalerMetrics(), waker, lambda: notes)
    async with (
        serving(app, ListenAddress(host="127.0.0.1", port=0)) as site,
        aiohttp.ClientSession() as session,
        session.get(f"{site.url}{path}", timeout=aiohttp.ClientTimeout(total=5)) as answer,
    ):
        return answer.status, await answer.text()


def _saying(reason: str) -> Callable[[], str]:
    return lambda: reason


@pytest.mark.parametrize("path", ["/livez", "/healthz", "/readyz"])
async def test_with_nothing_in_its_way_it_is_alive_and_ready(path: str) -> None:
    assert (200, "ok") == await get(path, watches="", lease="")


async def test_what_is_well_is_listed_to_who_asks_for_it() -> None:
    expected = "[+]watches ok\n[+]lease ok\nreadyz check passed\n"
    assert (200, expected) == await get("/readyz?verbose", watches="", lease="")


@pytest.mark.parametrize("query", ["", "?verbose"])
async def test_with_something_in_its_way_it_is_not_ready_and_says_why(query: str) -> None:
    expected = "[+]watches ok\n[-]lease failed: access denied\nreadyz check failed\n"
    assert (503, expected) == await get(f"/readyz{query}", watches="", lease="access denied")


async def test_a_note_stands_in_the_whole_report_and_fails_nothing() -> None:
    note = "1 of 2 rules can't be served"
    assert (200, "ok") == await get("/readyz", note, lease="")
    assert (200, f"[+]lease ok\n[!]{note}\nreadyz check passed\n") == await get("/readyz?verbose", note, lease="")


async def test_with_something_in_its_way_it_is_alive() -> None:
    assert (200, "ok") == await get("/livez", lease="access denied")


async def test_its_metrics_are_served_as_text() -> None:
    status, text = await get("/metrics")
    assert (200, True) == (status, "# TYPE lagzero_scaler_syncs_total counter" in text)


async def test_any_other_path_is_not_found() -> None:
    assert 404 == (await get("/"))[0]
