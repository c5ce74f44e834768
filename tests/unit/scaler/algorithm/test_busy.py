"""`spec.zero.inFlight`: what is at work is left alone, and nothing goes while nobody knows."""

from dataclasses import replace

import pytest

from scaler.algorithm.decision import Decision
from scaler.algorithm.model import ExternalValues, MetricReading, MetricUnavailable, Observation
from scaler.api.types import Behavior, ExternalMetricSource, ZeroSpec
from tests.support.builders import DOWN, behavior, memory, observation, synced
from tests.support.metric_builders import external_average, milli

AT_ONCE = behavior(down=replace(DOWN, stabilization_window_seconds=0))


def _work(*amounts: float) -> ExternalValues:
    return ExternalValues(values=tuple(milli(amount) for amount in amounts))


def _seen(
    work: MetricReading | None,
    *,
    each: float = 1,
    demand: float = 0,
    replicas: int = 5,
    cooldown: int = 0,
    rules: Behavior | None = AT_ONCE,
) -> Observation:
    source = external_average(0, target=each, name="jobs_running").spec
    assert isinstance(source, ExternalMetricSource)
    seen = observation(
        external_average(demand, target=30),
        spec_replicas=replicas,
        min_replicas=0,
        zero=ZeroSpec(in_flight=source, cooldown_seconds=cooldown),
        behavior=rules,
    )
    return replace(seen, in_flight=work)


def _limiting(decision: Decision) -> tuple[str, str]:
    found = [each for each in decision.conditions if getattr(each, "type", "") == "ScalingLimited"]
    return getattr(found[0], "reason", ""), getattr(found[0], "message", "")


@pytest.mark.parametrize("rules", [None, AT_ONCE], ids=["older", "behavior"])
@pytest.mark.parametrize(
    ("work", "each", "expected"),
    [
        (_work(0), 1, 0),
        (_work(1), 1, 1),
        (_work(2), 1, 2),
        (_work(0.5), 1, 1),
        (_work(1, 1, 1), 1, 3),
        (_work(20), 10, 2),
        (_work(21), 10, 3),
        (_work(-3), 1, 0),
        (_work(2, -2), 1, 2),
    ],
    ids=[
        "none",
        "one",
        "two",
        "a part of one",
        "several series",
        "ten each",
        "a little more",
        "less than none",
        "less than none beside two",
    ],
)
def test_a_replica_stays_for_each_target_of_work(
    work: ExternalValues, each: float, expected: int, rules: Behavior | None
) -> None:
    assert synced(_seen(work, each=each, rules=rules), memory()).desired == expected


def test_work_never_asks_for_more_than_there_is() -> None:
    assert synced(_seen(_work(40), replicas=2), memory()).desired == 2


def test_demand_decides_where_it_asks_for_more() -> None:
    assert synced(_seen(_work(1), demand=90), memory()).desired == 3


def test_what_cannot_be_read_may_be_anywhere() -> None:
    decision = synced(_seen(MetricUnavailable(message="connection refused")), memory())
    text = "the work in flight is unknown, and may be anywhere: jobs_running: connection refused"
    assert (decision.desired, decision.rescale, _limiting(decision)) == (5, None, ("WorkInFlightUnknown", text))


def test_what_was_not_read_may_be_anywhere_too() -> None:
    assert synced(_seen(None), memory()).desired == 5


def test_unknown_work_does_not_keep_it_from_growing() -> None:
    assert synced(_seen(MetricUnavailable(message="down"), demand=180), memory()).desired == 6


def test_the_condition_says_how_many_and_why() -> None:
    text = "work in flight keeps 2 of 5 replicas: jobs_running is at 1.5"
    assert _limiting(synced(_seen(_work(1.5)), memory())) == ("WorkInFlight", text)


def test_the_stricter_of_work_and_cooldown_is_named() -> None:
    cooling, working = _seen(_work(0), cooldown=600), _seen(_work(2), cooldown=600)
    assert [_limiting(synced(seen, memory()))[0] for seen in (cooling, working)] == ["CoolingDown", "WorkInFlight"]


def test_a_minimum_that_holds_more_is_named_instead() -> None:
    seen = _seen(_work(2))
    raised = replace(seen, spec=replace(seen.spec, min_replicas=3))
    assert _limiting(synced(raised, memory()))[0] == "TooFewReplicas"


def test_a_sleeping_target_has_no_work() -> None:
    seen = _seen(None, demand=60, replicas=0)
    assert synced(seen, memory(claim=True)).desired == 2
