"""What a reflector does when the API server misbehaves: it tries again, ever less often, and never in a hot loop."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from adapter.kube.watch import WatchTiming
from adapter.kube.watch_pace import Backoff
from tests.support.http_peer import http_peer, silence, status_answer, stream_answer, text_answer
from tests.support.reflecting import event, listing, pod, reflecting

if TYPE_CHECKING:
    from tests.support.http_peer import Answer

LIST = listing("5", pod("a"))
QUICK = WatchTiming(timeout_seconds=1, silence_grace_seconds=1)
LATER = stream_answer(event("ADDED", pod("b", "6")), then_hang=True)


@pytest.mark.parametrize(
    "failure",
    [
        status_answer(500),
        status_answer(404),
        status_answer(401),
        text_answer("the proxy is tired", code=503),
        text_answer("the proxy is tired"),
        stream_answer(),
        stream_answer(b"{not json}\n", then_hang=True),
        stream_answer(b'{"type":"SURPRISE","object":{}}\n', then_hang=True),
        stream_answer(event("ERROR", {"code": 500, "message": "etcd is away"}), then_hang=True),
        stream_answer(event("ADDED", pod("b"))[:30]),
        stream_answer(event("ADDED", pod("b"))[:30], then_cut=True),
    ],
    ids=["500", "404", "401", "text-503", "text-200", "eof", "malformed", "type", "error", "half-line", "cut"],
)
async def test_a_failed_watch_is_resumed_after_a_pause_without_a_new_list(failure: Answer) -> None:
    async with http_peer(LIST, failure, LATER) as peer, reflecting(peer) as seen:
        await seen.rested()
        await seen.until(2)
    assert seen.calls == [("replaced", "a"), ("applied", "b")]
    assert [0.5 <= pause <= 1.0 for pause in seen.clock.slept] == [True]
    assert peer.requests[2].query["resourceVersion"] == "5"


@pytest.mark.parametrize(
    "failure", [status_answer(500), text_answer("{}"), text_answer("", code=503), listing("5", {"metadata": 5})]
)
async def test_a_failed_list_is_tried_again_after_a_pause(failure: Answer) -> None:
    async with http_peer(failure, LIST) as peer, reflecting(peer) as seen:
        await seen.rested()
        await seen.until(1)
    assert seen.calls == [("replaced", "a")]


async def test_a_silent_watch_is_given_up() -> None:
    async with http_peer(LIST, stream_answer(then_hang=True), LATER) as peer, reflecting(peer, timing=QUICK) as seen:
        await seen.rested()
        await seen.until(2)
    assert seen.calls == [("replaced", "a"), ("applied", "b")]


async def test_a_peer_that_does_not_even_answer_a_watch_is_given_up() -> None:
    async with http_peer(LIST, silence(), LATER) as peer, reflecting(peer, timing=QUICK) as seen:
        await seen.rested()
        await seen.until(2)
    assert seen.calls == [("replaced", "a"), ("applied", "b")]


async def test_a_server_that_asks_for_patience_gets_it() -> None:
    refusal = status_answer(429, headers={"Retry-After": "120"})
    async with http_peer(LIST, refusal) as peer, reflecting(peer) as seen:
        await seen.clock.until_asleep()
    assert seen.clock.slept == [120.0]


async def test_watches_that_end_at_once_are_asked_for_ever_less_often() -> None:
    async with http_peer(LIST, *[stream_answer()] * 7) as peer, reflecting(peer) as seen:
        await seen.rested(7)
    most = [1, 2, 4, 8, 16, 30, 30]
    assert [limit / 2 <= pause <= limit for pause, limit in zip(seen.clock.slept, most, strict=True)] == [True] * 7


async def test_a_version_that_is_always_too_old_is_no_hot_loop() -> None:
    gone = status_answer(410)
    async with http_peer(LIST, gone, LIST, gone, LIST) as peer, reflecting(peer) as seen:
        await seen.rested()
        await seen.until(3)
    assert [pause > 0 for pause in seen.clock.slept] == [False, True]


def test_a_watch_that_lasted_forgets_the_failures_before_it() -> None:
    backoff = Backoff(timing=WatchTiming(), random=Random(1))
    for _ in range(10):
        backoff.after_failure(None)
    backoff.healthy()
    assert backoff.after_failure(None) <= 1.0


def test_no_server_can_ask_for_more_than_five_minutes() -> None:
    backoff = Backoff(timing=WatchTiming(), random=Random(1))
    assert backoff.after_failure(86400.0) == 300.0
