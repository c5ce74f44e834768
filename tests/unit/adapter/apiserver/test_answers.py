"""Claims about `adapter.apiserver.answers`: what every answer has, whatever went wrong."""

from __future__ import annotations

import asyncio
import re

import aiohttp
import pytest

from tests.support.api_server import LAG, ScriptedProvider, api_server

_PATHS = ["/livez", "/apis", "/nowhere", LAG, f"{LAG}?labelSelector=a+b", f"{LAG}?timeout=x"]


@pytest.mark.parametrize("path", _PATHS)
async def test_every_answer_has_a_type_and_is_not_cached(path: str) -> None:
    async with api_server() as server, server.caller.get(path) as answer:
        headers = answer.headers
    assert ("Content-Type" in headers, headers["Cache-Control"]) == (True, "no-cache, private")


@pytest.mark.parametrize("path", _PATHS)
async def test_nothing_tells_what_the_server_runs_on(path: str) -> None:
    async with api_server() as server, server.caller.get(path) as answer:
        assert "Server" not in answer.headers


async def test_an_audit_id_comes_back() -> None:
    async with api_server() as server, server.caller.get("/apis", headers={"Audit-Id": "1-2-3"}) as answer:
        assert answer.headers["Audit-Id"] == "1-2-3"


@pytest.mark.parametrize("given", ["", "x" * 65, "caf\xe9"])
async def test_an_audit_id_is_made_where_there_is_no_good_one(given: str) -> None:
    async with api_server() as server, server.caller.get("/apis", headers={"Audit-Id": given}) as answer:
        assert re.fullmatch(r"[0-9a-f-]{36}", answer.headers["Audit-Id"])


async def test_a_path_that_is_not_there_is_a_status() -> None:
    async with api_server() as server, server.caller.get("/nowhere") as answer:
        body = await answer.json()
    assert (body["kind"], body["code"], body["reason"]) == ("Status", 404, "NotFound")


@pytest.mark.parametrize("path", ["/apis", LAG, "/livez"])
async def test_a_method_that_is_not_allowed_is_a_status_that_names_those_that_are(path: str) -> None:
    async with api_server() as server, server.caller.post(path) as answer:
        body = await answer.json()
        assert (answer.headers["Allow"], body["code"], body["reason"]) == ("GET", 405, "MethodNotAllowed")


async def test_a_bug_is_a_status_that_gives_nothing_away(caplog: pytest.LogCaptureFixture) -> None:
    provider = ScriptedProvider(bug=RuntimeError("the secret is 42"))
    async with api_server(provider) as server, server.caller.get(LAG) as answer:
        text, body = await answer.text(), await answer.json()
    assert (answer.status, body["kind"], body["reason"]) == (500, "Status", "InternalError")
    assert "42" not in text
    assert "the secret is 42" in caplog.text


async def test_a_bug_is_told_in_json_even_to_a_browser() -> None:
    provider = ScriptedProvider(bug=RuntimeError("oops"))
    accept = {"Accept": "text/html, application/json"}
    async with api_server(provider) as server, server.caller.get(LAG, headers=accept) as answer:
        assert (answer.headers["Content-Type"], (await answer.json())["code"]) == ("application/json", 500)


async def test_a_request_ends_at_its_deadline() -> None:
    async with api_server(ScriptedProvider(hangs=True)) as server, server.caller.get(f"{LAG}?timeout=50ms") as answer:
        body = await answer.json()
    assert (body["code"], body["reason"]) == (504, "Timeout")
    assert body["message"] == "the request was not answered within its deadline of 0.05s"


async def test_a_request_that_missed_its_deadline_is_given_up() -> None:
    provider = ScriptedProvider(hangs=True)
    async with api_server(provider) as server:
        await server.caller.get(f"{LAG}?timeout=50ms")
    assert provider.cancelled.is_set()


async def test_a_timeout_that_nobody_handled_is_told_as_an_error_of_our_own() -> None:
    async with api_server(ScriptedProvider(bug=TimeoutError())) as server, server.caller.get(LAG) as answer:
        body = await answer.json()
    assert (body["code"], body["message"].split(" to answer")[0]) == (504, "the adapter failed")


async def test_a_deadline_that_is_none_is_a_bad_request() -> None:
    async with api_server() as server, server.caller.get(f"{LAG}?timeout=soon") as answer:
        assert (answer.status, (await answer.json())["reason"]) == (400, "BadRequest")


async def test_a_caller_that_leaves_takes_its_request_along() -> None:
    provider = ScriptedProvider(hangs=True)
    async with api_server(provider) as server:
        with pytest.raises(asyncio.TimeoutError):
            await server.caller.get(LAG, timeout=aiohttp.ClientTimeout(total=0.2))
        async with asyncio.timeout(5):
            await provider.cancelled.wait()
    assert provider.cancelled.is_set()


async def test_a_selector_of_many_kilobytes_is_read() -> None:
    values = ",".join(f"value-{number:04}" for number in range(2000))
    provider = ScriptedProvider()
    async with api_server(provider) as server:
        await server.caller.get(LAG, params={"labelSelector": f"name in ({values})"})
    assert [f"name in ({values})"] == [asked.selector for asked in provider.asked]


async def test_a_request_that_is_beyond_all_measure_is_refused() -> None:
    async with api_server() as server, server.caller.get(LAG, params={"labelSelector": "x" * 100_000}) as answer:
        assert answer.status == 400


async def test_answers_are_counted_by_code() -> None:
    async with api_server() as server:
        await server.caller.get("/nowhere")
        assert 'lagzero_adapter_responses_total{code="404"} 1.0' in server.telemetry.exposition().decode()
