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


async def test_a_remark_stands_in_the_verbose_report_and_fails_nothing() -> None:
    async with api_server() as server:
        server.readiness.tells(lambda: "something to know")
        server.readiness.tells(lambda: "")
        async with server.stranger.get("/readyz?verbose") as answer:
            assert "[+]shutdown ok\n[!]something to know\nreadyz check passed\n" in await answer.text()


async def test_a_server_that_waits_for_something_is_not_ready_but_alive() -> None:
    async with api_server() as server:
        server.readiness.needs("published", lambda: False)
        async with server.stranger.get("/readyz") as ready, server.stranger.get("/livez") as alive:
            assert (ready.status, "[-]published failed" in await ready.text(), alive.status) == (500, True, 200)


async def test_what_was_waited_for_may_come() -> None:
    there: list[str] = []
    async with api_server() as server:
        server.readiness.needs("published", lambda: bool(there))
        there.append("it")
        async with server.stranger.get("/readyz/published") as answer:
            assert (answer.status, await answer.text()) == (200, "ok")


async def test_what_had_to_be_refused_is_told_and_leaves_the_server_ready() -> None:
    async with api_server() as server:
        server.readiness.outdated("rules")
        async with server.stranger.get("/readyz?verbose") as answer:
            lines = (await answer.text()).splitlines()
    assert answer.status == 200
    assert "[!]rules: the newest can't be used, the one before is in use, reason in the log" in lines


async def test_what_was_refused_and_then_taken_is_told_no_more() -> None:
    async with api_server() as server:
        server.readiness.outdated("rules")
        server.readiness.up_to_date("rules")
        async with server.stranger.get("/readyz?verbose") as answer:
            assert "[!]" not in await answer.text()
