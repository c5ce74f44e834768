"""Claims about `scaler.cluster.events`: what is sent, how often, and that nothing depends on it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from structlog.testing import capture_logs

from scaler.algorithm.decision import Event, EventType
from scaler.api.autoscaler import Stranger
from scaler.api.kinds import AutoscalerKind
from scaler.cluster.events import ClusterEvents
from tests.support.http_peer import json_answer, status_answer
from tests.support.metric_builders import NOW
from tests.unit.scaler.cluster.clients import client_of, sent
from tests.unit.scaler.controller.seen import autoscaler

if TYPE_CHECKING:
    from tests.support.http_peer import HttpPeer

FAILED = Event(type=EventType.WARNING, reason="FailedGetExternalMetric", message="down")
RESCALED = Event(type=EventType.NORMAL, reason="SuccessfulRescale", message="New size: 3")
OK = json_answer({})
COLLECTION = "/api/v1/namespaces/jobs/events"
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def asked(peer: HttpPeer) -> list[str]:
    return [request.method for request in peer.requests]


def body(peer: HttpPeer, number: int = 0) -> dict[str, Any]:
    decoded = sent(peer.requests[number])
    assert isinstance(decoded, dict)
    return decoded


async def test_an_event_names_its_autoscaler() -> None:
    async with client_of(OK) as (client, peer):
        await ClusterEvents(client=client).publish(autoscaler(), [FAILED], NOW)
    expected = {
        "apiVersion": "lagzero.dev/v1alpha1",
        "kind": "ZeroPodAutoscaler",
        "namespace": "jobs",
        "name": "worker",
        "uid": "uid-1",
        "resourceVersion": "10",
    }
    assert (COLLECTION, expected) == (peer.requests[0].path, body(peer)["involvedObject"])


async def test_an_event_says_type_reason_message_and_moment() -> None:
    async with client_of(OK) as (client, peer):
        await ClusterEvents(client=client).publish(autoscaler(), [FAILED], NOW)
    event = body(peer)
    expected = ("Warning", "FailedGetExternalMetric", "down", 1, "2026-01-01T12:00:00Z", "2026-01-01T12:00:00Z")
    assert expected == tuple(
        event[field] for field in ("type", "reason", "message", "count", "firstTimestamp", "lastTimestamp")
    )


async def test_a_message_is_cut_to_what_the_api_takes() -> None:
    long = Event(type=EventType.WARNING, reason="FailedRescale", message="x" * 5000)
    async with client_of(OK) as (client, peer):
        await ClusterEvents(client=client).publish(autoscaler(), [long], NOW)
    assert 1024 == len(body(peer)["message"])


async def test_two_of_one_name_and_two_kinds_have_events_of_their_own_at_one_moment() -> None:
    stock = Stranger(kind=AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, key=autoscaler().key, uid="uid-2")
    async with client_of(OK) as (client, peer):
        events = ClusterEvents(client=client)
        await events.publish(autoscaler(), [FAILED], NOW)
        await events.publish(stock, [FAILED], NOW)
    assert body(peer, 0)["metadata"]["name"] != body(peer, 1)["metadata"]["name"]
    assert ("HorizontalPodAutoscaler", "worker", "uid-2") == tuple(
        body(peer, 1)["involvedObject"][field] for field in ("kind", "name", "uid")
    )


async def test_two_events_of_one_moment_have_names_of_their_own() -> None:
    async with client_of(OK, OK) as (client, peer):
        await ClusterEvents(client=client).publish(autoscaler(), [FAILED, RESCALED], NOW)
    assert body(peer, 0)["metadata"]["name"] != body(peer, 1)["metadata"]["name"]


async def test_a_repetition_within_a_minute_is_not_sent() -> None:
    async with client_of(OK) as (client, peer):
        events = ClusterEvents(client=client)
        for number in range(5):
            await events.publish(autoscaler(), [FAILED], NOW + number * SECOND)
    assert ["POST"] == asked(peer)


async def test_repetitions_of_a_minute_are_sent_as_one_count() -> None:
    async with client_of(OK, OK) as (client, peer):
        events = ClusterEvents(client=client)
        for number in range(5):
            await events.publish(autoscaler(), [FAILED], NOW + number * 15 * SECOND)
    assert (["POST", "PATCH"], {"count": 5, "lastTimestamp": "2026-01-01T12:01:00Z"}) == (asked(peer), body(peer, 1))


async def test_a_count_is_sent_at_most_once_a_minute() -> None:
    async with client_of(OK, OK) as (client, peer):
        events = ClusterEvents(client=client)
        for moment in (NOW, NOW + MINUTE, NOW + MINUTE + SECOND):
            await events.publish(autoscaler(), [FAILED], moment)
    assert ["POST", "PATCH"] == asked(peer)


async def test_an_event_that_has_expired_begins_anew() -> None:
    async with client_of(OK, status_answer(404), OK) as (client, peer):
        events = ClusterEvents(client=client)
        await events.publish(autoscaler(), [FAILED], NOW)
        await events.publish(autoscaler(), [FAILED], NOW + 90 * MINUTE)
    assert (["POST", "PATCH", "POST"], 1) == (asked(peer), body(peer, 2)["count"])


async def test_an_object_made_again_has_events_of_its_own() -> None:
    async with client_of(OK, OK) as (client, peer):
        events = ClusterEvents(client=client)
        await events.publish(autoscaler(), [FAILED], NOW)
        await events.publish(autoscaler(uid="uid-2"), [FAILED], NOW + MINUTE)
    assert ["POST", "POST"] == asked(peer)


async def test_an_event_that_cannot_be_written_is_said_and_the_next_is_tried() -> None:
    async with client_of(status_answer(403, message="not yours"), OK) as (client, peer):
        with capture_logs() as logs:
            await ClusterEvents(client=client).publish(autoscaler(), [FAILED, RESCALED], NOW)
    assert (["POST", "POST"], ["could not publish event"]) == (asked(peer), [entry["event"] for entry in logs])


async def test_an_event_that_could_not_be_written_is_written_when_it_repeats() -> None:
    async with client_of(status_answer(500), OK) as (client, peer):
        events = ClusterEvents(client=client)
        with capture_logs():
            await events.publish(autoscaler(), [FAILED], NOW)
        await events.publish(autoscaler(), [FAILED], NOW + SECOND)
    assert ["POST", "POST"] == asked(peer)


async def test_a_count_that_could_not_be_sent_is_sent_with_the_next() -> None:
    async with client_of(OK, status_answer(500), OK) as (client, peer):
        events = ClusterEvents(client=client)
        await events.publish(autoscaler(), [FAILED], NOW)
        with capture_logs():
            await events.publish(autoscaler(), [FAILED], NOW + MINUTE)
        await events.publish(autoscaler(), [FAILED], NOW + MINUTE + SECOND)
    assert 3 == body(peer, 2)["count"]


async def test_what_is_forbidden_is_not_tried_again_for_a_minute() -> None:
    async with client_of(status_answer(403), OK) as (client, peer):
        events = ClusterEvents(client=client)
        with capture_logs() as logs:
            for moment in (NOW, NOW + 15 * SECOND, NOW + MINUTE):
                await events.publish(autoscaler(), [FAILED], moment)
    assert (["POST", "POST"], 1) == (asked(peer), len(logs))


@pytest.mark.parametrize(
    ("message", "level"),
    [
        ("unable to create new content in namespace jobs because it is being terminated", "debug"),
        ('User "lagzero" cannot create resource "events"', "warning"),
    ],
)
async def test_only_what_somebody_may_have_to_put_right_is_a_warning(message: str, level: str) -> None:
    async with client_of(status_answer(403, message=message)) as (client, _peer):
        with capture_logs() as logs:
            await ClusterEvents(client=client).publish(autoscaler(), [FAILED], NOW)
    assert [("could not publish event", level)] == [(entry["event"], entry["log_level"]) for entry in logs]


async def test_a_repetition_is_sent_also_by_a_clock_that_was_set_back() -> None:
    async with client_of(OK, OK) as (client, peer):
        events = ClusterEvents(client=client)
        await events.publish(autoscaler(), [FAILED], NOW)
        await events.publish(autoscaler(), [FAILED], NOW - 60 * MINUTE)
    assert ["POST", "PATCH"] == asked(peer)
