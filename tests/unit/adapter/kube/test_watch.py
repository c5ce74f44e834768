"""A reflector against a real HTTP server: what it tells its sink, and what it asks for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from tests.support.http_peer import http_peer, status_answer, stream_answer
from tests.support.reflecting import PATH, DemandingPod, event, listing, pod, reflecting

if TYPE_CHECKING:
    from tests.support.http_peer import Answer


async def test_the_list_comes_first_and_all_at_once() -> None:
    async with http_peer(listing("5", pod("a"), pod("b"))) as peer, reflecting(peer) as seen:
        await seen.until(1)
    assert seen.calls == [("replaced", "a", "b")]


async def test_synced_is_set_when_the_sink_has_seen_the_list() -> None:
    async with http_peer(listing("5")) as peer, reflecting(peer) as seen:
        assert not seen.reflector.synced.is_set()
        await seen.until(1)
        assert seen.reflector.synced.is_set()


async def test_a_long_list_is_read_in_pages_and_told_once() -> None:
    answers = [listing("5", pod("a"), more="next"), listing("5", pod("b"))]
    async with http_peer(*answers) as peer, reflecting(peer) as seen:
        await seen.until(1)
    assert seen.calls == [("replaced", "a", "b")]
    assert [received.query for received in peer.requests[:2]] == [
        {"limit": "500"},
        {"limit": "500", "continue": "next"},
    ]


async def test_a_page_that_is_too_old_begins_the_list_anew() -> None:
    answers = [listing("5", pod("a"), more="next"), status_answer(410), listing("9", pod("b"))]
    async with http_peer(*answers) as peer, reflecting(peer) as seen:
        await seen.until(1)
    assert seen.calls == [("replaced", "b")]
    assert peer.requests[2].query == {}


async def test_a_watch_begins_at_the_lists_version_and_asks_for_bookmarks() -> None:
    async with http_peer(listing("5")) as peer, reflecting(peer, params={"labelSelector": "a=b"}):
        await peer.until_asked(2)
    query = dict(peer.requests[1].query)
    assert 270 <= int(query.pop("timeoutSeconds")) <= 330
    assert query == {"watch": "true", "allowWatchBookmarks": "true", "resourceVersion": "5", "labelSelector": "a=b"}
    assert peer.requests[0].query["labelSelector"] == "a=b"
    assert {received.path for received in peer.requests} == {PATH}


async def test_events_reach_the_sink_in_their_order() -> None:
    watch = stream_answer(
        event("ADDED", pod("a", "6")),
        event("MODIFIED", pod("a", "7")) + event("DELETED", pod("a", "8")),
        then_hang=True,
    )
    async with http_peer(listing("5"), watch) as peer, reflecting(peer) as seen:
        await seen.until(4)
    assert seen.calls == [("replaced",), ("applied", "a"), ("applied", "a"), ("deleted", "a")]


@pytest.mark.parametrize(
    ("last", "expected"), [(event("MODIFIED", pod("a", "8")), "8"), (event("BOOKMARK", pod("", "99")), "99")]
)
async def test_the_next_watch_goes_on_from_the_last_event(last: bytes, expected: str) -> None:
    watch = stream_answer(event("ADDED", pod("a", "7")), last)
    async with http_peer(listing("5"), watch) as peer, reflecting(peer) as seen:
        await seen.rested()
        await peer.until_asked(3)
    assert peer.requests[2].query["resourceVersion"] == expected


async def test_a_watch_that_ends_in_its_own_time_is_followed_by_the_next_without_a_pause() -> None:
    over = asyncio.Event()
    watch = stream_answer(event("ADDED", pod("a", "7")), until=over)
    async with http_peer(listing("5"), watch) as peer, reflecting(peer) as seen:
        await seen.until(2)
        await seen.clock.advance(300)
        over.set()
        await peer.until_asked(3)
    assert peer.requests[2].query["resourceVersion"] == "7"
    assert seen.clock.slept == []


async def test_a_bookmark_is_nothing_for_the_sink() -> None:
    watch = stream_answer(event("BOOKMARK", pod("", "99")), event("ADDED", pod("a", "100")), then_hang=True)
    async with http_peer(listing("5"), watch) as peer, reflecting(peer) as seen:
        await seen.until(2)
    assert seen.calls == [("replaced",), ("applied", "a")]


STREAM_410 = stream_answer(
    event("ERROR", {"kind": "Status", "status": "Failure", "code": 410, "reason": "Expired", "message": "too old"})
)


@pytest.mark.parametrize("gone", [status_answer(410), STREAM_410], ids=["http", "stream"])
async def test_a_version_that_is_too_old_is_answered_by_a_new_list_at_once(gone: Answer) -> None:
    answers = [listing("5", pod("a")), gone, listing("9", pod("b"))]
    async with http_peer(*answers) as peer, reflecting(peer) as seen:
        await seen.until(2)
        await peer.until_asked(4)
    assert seen.calls == [("replaced", "a"), ("replaced", "b")]
    assert seen.clock.slept == [0.0]
    assert peer.requests[3].query["resourceVersion"] == "9"


async def test_an_object_that_cannot_be_decoded_is_left_out_and_named() -> None:
    broken = {"metadata": {"name": "odd", "namespace": "jobs", "resourceVersion": "6"}, "phase": 5}
    watch = stream_answer(event("ADDED", broken), event("ADDED", pod("b", "7")), then_hang=True)
    with capture_logs() as logs:
        async with http_peer(listing("5", broken, pod("a")), watch) as peer, reflecting(peer) as seen:
            await seen.until(3)
    assert seen.calls == [("replaced", "a"), ("deleted", "odd"), ("applied", "b")]
    assert [entry["object"] for entry in logs if entry["log_level"] == "error"] == ["jobs/odd", "jobs/odd"]


@pytest.mark.parametrize("told", ["MODIFIED", "DELETED"])
async def test_a_known_object_that_can_be_decoded_no_longer_is_gone(told: str) -> None:
    """What was known of it isn't true any more, and nobody may act on it."""
    broken = {"metadata": {"name": "odd", "resourceVersion": "6"}, "phase": 5}
    watch = stream_answer(event(told, broken), event("ADDED", pod("b", "7")), then_hang=True)
    async with http_peer(listing("5", pod("odd")), watch) as peer, reflecting(peer) as seen:
        await seen.until(3)
    assert seen.calls == [("replaced", "odd"), ("deleted", "odd"), ("applied", "b")]


async def test_a_deleted_object_of_which_nothing_can_be_told_is_found_missing_by_a_new_list() -> None:
    broken = {"metadata": {"name": "odd", "resourceVersion": "6"}, "phase": 5}
    answers = [
        listing("5", pod("odd") | {"spec": "whole"}),
        stream_answer(event("DELETED", broken), then_hang=True),
        listing("7"),
    ]
    async with http_peer(*answers) as peer, reflecting(peer, item=DemandingPod) as seen:
        await seen.rested()
        await seen.until(2)
    assert seen.calls == [("replaced", "odd"), ("replaced",)]


async def test_a_line_of_several_mebibytes_is_an_event_like_any_other() -> None:
    big = pod("big", "6") | {"annotations": "x" * 5 * 2**20}
    watch = stream_answer(event("ADDED", big), then_hang=True)
    async with http_peer(listing("5"), watch) as peer, reflecting(peer) as seen:
        await seen.until(2)
    assert seen.calls == [("replaced",), ("applied", "big")]
