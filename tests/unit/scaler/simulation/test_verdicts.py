"""Which expectations hold."""

import pytest

from scaler.simulation.verdicts import failures
from tests.unit.scaler.simulation.scenes import run_of

# One replica until 60 s, then 4, 8 and from 90 s on 10.
METRICS = "{lag: [{at: 0s, value: 30}, {at: 60s, value: 400}]}"


def failed(expectation: str, events: str = "[]") -> list[str]:
    run = run_of(metrics=METRICS, until="2m", expect=f"[{expectation}]", events=events)
    return [str(failure) for failure in failures(run)]


@pytest.mark.parametrize(
    "expectation",
    [
        "{at: 0s, replicas: 1}",
        "{at: 59s, replicas: 1}",
        "{at: 60s, replicas: 4}",
        "{at: 70s, replicas: 4}",
        "{at: 75s, replicas: 4}",
        "{at: 75s, replicas: 8}",
        "{at: 2m, replicas: {min: 10, max: 10}}",
        "{between: [0s, 60s], replicas: 1}",
        "{between: [60s, 75s], replicas: 4}",
        "{between: [90s, 2m], replicas: 10}",
        "{between: [80s, 80s], replicas: 8}",
        "{between: [0s, 2m], replicas: {max: 10}}",
        "{at: 45s, condition: {ScalingActive: true}}",
        "{at: 60s, condition: {AbleToScale: {reason: SucceededRescale}}}",
        "{between: [60s, 2m], condition: {ScaledToZero: false}}",
        "{at: 60s, event: SuccessfulRescale}",
        "{at: 70s, event: SuccessfulRescale}",
        "{between: [0s, 2m], event: SuccessfulRescale}",
        "{between: [0s, 2m], state: Active}",
    ],
)
def test_an_expectation_holds(expectation: str) -> None:
    assert [] == failed(expectation)


@pytest.mark.parametrize(
    ("expectation", "said"),
    [
        ("{at: 59s, replicas: 4}", "at 59s: expected replicas 4, but there was 1"),
        ("{at: 75s, replicas: 5}", "at 75s: expected replicas 5, but there was 4, then 8"),
        ("{at: 2m, replicas: {max: 9}}", "at 2m: expected replicas 0 to 9, but there was 10"),
        ("{at: 0s, replicas: {min: 2}}", "at 0s: expected replicas 2 or more, but there was 1"),
        ("{between: [0s, 61s], replicas: 1}", "between 0s and 61s: expected replicas 1, but there was 4 from 1m on"),
        ("{between: [1m, 2m], replicas: 10}", "between 1m and 2m: expected replicas 10, but there was 4"),
        ("{at: 0s, condition: {ScaledToZero: true}}", "expected condition ScaledToZero True, but there was no such"),
        ("{at: 2m, condition: {ScaledToZero: true}}", "but there was False/NotScaledToZero"),
        (
            "{at: 2m, condition: {ScaledToZero: {status: false, reason: X}}}",
            "condition ScaledToZero False/X, but there",
        ),
        ("{at: 45s, event: SuccessfulRescale}", "expected event SuccessfulRescale, but there was no event"),
        ("{at: 60s, event: FailedRescale}", "expected event FailedRescale, but there was event SuccessfulRescale"),
        ("{between: [0s, 45s], event: SuccessfulRescale}", "but there was no event"),
        ("{at: 2m, state: Paused}", "expected state Paused, but there was Active"),
    ],
)
def test_an_expectation_that_fails_says_what_was_there(expectation: str, said: str) -> None:
    (failure,) = failed(expectation)
    assert said in failure


def test_a_count_that_somebody_wrote_between_two_syncs_counts() -> None:
    events = "[{at: 5s, scale: 7}, {at: 10s, scale: 1}]"
    assert (
        [],
        ["between 0s and 20s: expected replicas 1, but there was 7 from 5s on"],
    ) == (failed("{at: 7s, replicas: 7}", events), failed("{between: [0s, 20s], replicas: 1}", events))
