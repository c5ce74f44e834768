"""What a server says becomes an answer by the policies of the rule."""

import pytest
from structlog.testing import capture_logs

from adapter.externalmetrics.ages import AGE_LABEL
from adapter.externalmetrics.answers import Broken, Found
from adapter.kube.external_metrics import ExternalMetricValue
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer, vector
from tests.unit.adapter.externalmetrics.enginereads import SENT, engine, read
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text


@pytest.fixture
async def peer() -> Peer:
    peer = Peer(body=vector(({"name": "a"}, "0.5")))
    peer.gate.set()
    return peer


async def test_a_rule_may_take_nothing_for_zero(peer: Peer) -> None:
    peer.body = vector()
    async with engine(peer, load(rule_text(onEmpty="zero"))) as provider:
        answer = await read(provider)
    item = ExternalMetricValue(metric_name="queue_lag", metric_labels={}, timestamp="2025-01-01T00:00:00Z", value="0")
    assert Found(items=(item,), query=SENT) == answer


def dated(value: str | None, seconds_ago: float) -> str:
    """The body of an answer with a value, if there is one, and with the age of the sample behind it."""
    age = ({AGE_LABEL: "0"}, f"{1735689600 - seconds_ago:.3f}")
    return vector(({"name": "a"}, value), age) if value is not None else vector()


async def test_a_rule_with_an_age_gives_the_time_of_the_sample(peer: Peer) -> None:
    peer.body = dated("5", 30)
    async with engine(peer, load(rule_text(maxAge="1m"))) as provider:
        answer = await read(provider)
    assert isinstance(answer, Found)
    assert ([("5", "2024-12-31T23:59:30Z")], SENT) == (
        [(item.value, item.timestamp) for item in answer.items],
        answer.query,
    )


async def test_an_old_sample_is_broken(peer: Peer) -> None:
    peer.body = dated("5", 61)
    async with engine(peer, load(rule_text(maxAge="1m"))) as provider:
        answer = await read(provider)
    text = "prometheus: metric 'queue_lag': the last sample is 61s old, and the rule's maxAge is 60s"
    assert Broken(message=text, code=500).of_query(SENT) == answer


async def test_the_last_value_counts_for_a_while_when_there_is_none(peer: Peer) -> None:
    clock = ManualClock()
    rules = load(rule_text(onEmpty="last", maxAge="1m", cache="1s"))
    seen = []
    async with engine(peer, rules, clock) as provider:
        for body, seconds in ((dated(None, 0), 1), (dated("5", 30), 10), (dated(None, 0), 25), (dated(None, 0), 0)):
            peer.body = body
            answer = await read(provider)
            assert isinstance(answer, Found)
            seen.append([item.value for item in answer.items])
            await clock.advance(seconds)
    assert seen == [[], ["5"], ["5"], []]


async def test_a_failure_is_never_covered_by_the_last_value(peer: Peer) -> None:
    clock = ManualClock()
    async with engine(peer, load(rule_text(onEmpty="last", maxAge="1m", cache="1s")), clock) as provider:
        peer.body = dated("5", 0)
        await read(provider)
        await clock.advance(2)
        peer.status = 500
        assert isinstance(await read(provider), Broken)


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (500, "<html>", 500),
        (503, '{"status":"error","errorType":"timeout","error":"slow"}', 504),
        (429, "", 503),
        (400, '{"status":"error","errorType":"bad_data","error":"parse error"}', 500),
        (200, "<html>", 500),
        (200, vector(({}, "NaN")), 500),
    ],
)
async def test_what_prometheus_cannot_answer_is_broken_with_its_status(
    peer: Peer, status: int, body: str, expected: int
) -> None:
    peer.status, peer.body = status, body
    async with engine(peer) as provider:
        answer = await read(provider)
    assert isinstance(answer, Broken)
    assert (expected, False) == (answer.code, "hidden" in answer.message)


async def test_a_partial_answer_is_broken(peer: Peer) -> None:
    peer.body = peer.body.replace("{", '{"warnings":["store down"],', 1)
    async with engine(peer) as provider:
        expected = Broken(message="prometheus: query failed: the answer is partial: store down", code=500)
        assert expected.of_query(SENT) == await read(provider)


async def test_a_partial_answer_is_served_where_the_rule_says_so_and_said_once(peer: Peer) -> None:
    peer.body = peer.body.replace("{", '{"warnings":["store down"],', 1)
    rules = load(rule_text(onPartial="serve", cache="0s"))
    with capture_logs() as lines:
        async with engine(peer, rules) as provider:
            answers = [await read(provider) for _ in range(2)]
    assert ([True, True], ["the answer is partial: store down"]) == (
        [isinstance(answer, Found) for answer in answers],
        [line["reason"] for line in lines if "partial" in line["event"]],
    )


async def test_several_items_that_nothing_reduces_are_said_once(peer: Peer) -> None:
    peer.body = vector(({"name": "a"}, "1"), ({"name": "b"}, "2"))
    with capture_logs() as lines:
        async with engine(peer, load(rule_text(cache="0s"))) as provider:
            for _ in range(2):
                await read(provider)
    assert [2] == [line["series"] for line in lines if line["event"].startswith("several series")]


async def test_several_items_that_the_rule_reduces_are_as_they_should_be(peer: Peer) -> None:
    peer.body = vector(({"name": "a"}, "1"), ({"name": "b"}, "2"))
    with capture_logs() as lines:
        async with engine(peer, load(rule_text(reduce="sum"))) as provider:
            await read(provider)
    assert [] == [line for line in lines if line["event"].startswith("several series")]


@pytest.mark.parametrize(
    ("query", "window", "expected"),
    [
        ("sum(<<.Series>>{<<.LabelMatchers>>})", None, None),
        ("sum(rate(<<.Series>>{<<.LabelMatchers>>}[5m]))", None, 300),
        ("sum(rate(<<.Series>>{<<.LabelMatchers>>}[5m]))", "1m", 60),
        ("sum(<<.Series>>{<<.LabelMatchers>>})", "90s", 90),
    ],
)
async def test_an_item_says_which_time_it_is_about(
    peer: Peer, query: str, window: str | None, expected: int | None
) -> None:
    async with engine(peer, load(rule_text(metricsQuery=f"'{query}'", window=window))) as provider:
        answer = await read(provider)
    assert isinstance(answer, Found)
    assert [expected] == [item.window for item in answer.items]
