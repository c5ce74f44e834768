"""Claims about `adapter.apiserver.probes`."""

from __future__ import annotations

import pytest

from tests.support.api_server import api_server


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/healthz", "/readyz/ping", "/readyz/shutdown", "/livez/ping"])
async def test_a_good_server_says_ok(path: str) -> None:
    async with api_server() as server, server.stranger.get(path) as answer:
        assert (answer.status, await answer.text()) == (200, "ok")


async def test_a_verbose_probe_lists_its_checks() -> None:
    async with api_server() as server, server.stranger.get("/readyz?verbose") as answer:
        assert await answer.text() == "[+]ping ok\n[+]shutdown ok\nreadyz check passed\n"


async def test_a_failed_probe_lists_its_checks_unasked() -> None:
    async with api_server() as server:
        server.readiness.stop()
        async with server.stranger.get("/readyz") as answer:
            text = await answer.text()
    assert text == "[+]ping ok\n[-]shutdown failed: reason withheld\nreadyz check failed\n"


async def test_an_excluded_check_does_not_count() -> None:
    async with api_server() as server:
        server.readiness.stop()
        async with server.stranger.get("/readyz?exclude=shutdown&verbose") as answer:
            assert (answer.status, await answer.text()) == (200, "[+]ping ok\nreadyz check passed\n")


async def test_a_failed_check_fails_by_itself() -> None:
    async with api_server() as server:
        server.readiness.stop()
        async with server.stranger.get("/readyz/shutdown") as answer:
            assert (answer.status, await answer.text()) == (500, "shutdown failed: reason withheld\n")
