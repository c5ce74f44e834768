"""Claims about `scaler.telemetry.standing`: what a sync says about its autoscaler, and which troubles it names."""

import pytest

from scaler.algorithm.decision import Withheld
from scaler.algorithm.model import Observation
from scaler.api.states import AutoscalerState
from scaler.api.types import Behavior, ScalingRules, SelectPolicy
from scaler.controller.contest import Contest
from scaler.controller.notes import NO_NOTES, Notes
from scaler.controller.reconcile import Sync
from scaler.controller.waiting import Waiting
from scaler.telemetry.standing import Standing, Trouble, standing_of
from tests.golden.cases import ASLEEP, CASES
from tests.golden.syncs import rejected, sync
from tests.support.builders import OURS, PARITY, behavior, observation
from tests.support.metric_builders import NOW, external_average, unavailable

NEVER_UP = behavior(up=ScalingRules(stabilization_window_seconds=0, select_policy=SelectPolicy.DISABLED))


WAITING = Notes(waiting=Waiting(since=NOW, metric="lag"))
FIGHT = Notes(contest=Contest(since=NOW))


def troubles(done: Sync, notes: Notes = NO_NOTES) -> tuple[Trouble, ...]:
    return standing_of(done, notes).troubles


def test_it_has_the_counts_and_the_state_that_the_sync_leaves() -> None:
    expected = Standing(state=AutoscalerState.ACTIVE, current_replicas=3, desired_replicas=4, troubles=())
    assert expected == standing_of(CASES["scaled-up"], NO_NOTES)


def test_a_target_that_has_just_been_put_to_sleep_is_at_rest() -> None:
    assert (AutoscalerState.SCALED_TO_ZERO, ()) == (
        standing_of(CASES["to-zero"], NO_NOTES).state,
        troubles(CASES["to-zero"]),
    )


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("scaled-up", ()),
        ("within-tolerance", ()),
        ("asleep", ()),
        ("woken", ()),
        ("paused-by-hand", ()),
        ("paused-explicitly", ()),
        ("above-max", ()),
        ("shadow", ()),
        ("nothing-readable", (Trouble.METRICS_UNAVAILABLE,)),
        ("several-metrics", (Trouble.METRICS_UNAVAILABLE,)),
        ("no-scale", (Trouble.TARGET_UNAVAILABLE,)),
        ("obstructed", (Trouble.NOT_COMPUTABLE,)),
        ("no-selector", (Trouble.NOT_COMPUTABLE,)),
        ("refused-write", (Trouble.WRITE_REFUSED,)),
    ],
)
def test_each_kind_of_sync_names_its_troubles(case: str, expected: tuple[Trouble, ...]) -> None:
    assert expected == troubles(CASES[case])


def sleeper(*, demand: int, behavior: Behavior | None = None) -> Observation:
    return observation(
        external_average(demand), spec_replicas=0, min_replicas=0, replicas_writer=OURS, pods=(), behavior=behavior
    )


def test_a_sleeper_that_a_refused_write_did_not_wake_sleeps_with_demand() -> None:
    refused = rejected(sleeper(demand=120), ASLEEP)
    assert (Trouble.WRITE_REFUSED, Trouble.ASLEEP_WITH_DEMAND) == troubles(refused)


def test_a_sleeper_whose_policies_forbid_every_step_up_sleeps_with_demand() -> None:
    done = sync(sleeper(demand=120, behavior=NEVER_UP), ASLEEP, settings=PARITY)
    assert (Trouble.ASLEEP_WITH_DEMAND,) == troubles(done)


def test_a_sleeper_without_demand_is_at_rest() -> None:
    assert () == troubles(sync(sleeper(demand=0), ASLEEP))


def test_a_sleeper_whose_metric_is_unavailable_is_not_known_to_have_demand() -> None:
    seen = observation(
        unavailable(external_average(120)), spec_replicas=0, min_replicas=0, replicas_writer=OURS, pods=()
    )
    assert (Trouble.METRICS_UNAVAILABLE,) == troubles(sync(seen, ASLEEP))


def test_a_shadow_that_may_not_wake_anything_has_no_trouble() -> None:
    assert () == troubles(sync(sleeper(demand=120), ASLEEP, Withheld()))


@pytest.mark.parametrize("case", ["paused-by-hand", "paused-explicitly"])
def test_demand_that_waits_on_a_pause_is_one(case: str) -> None:
    assert (Trouble.PAUSED_WITH_DEMAND,) == troubles(CASES[case], WAITING)


def test_demand_that_waits_on_a_sleeper_is_no_pauses() -> None:
    assert () == troubles(CASES["asleep"], WAITING)


def test_a_fight_is_one() -> None:
    assert (Trouble.CONTESTED,) == troubles(CASES["scaled-up"], FIGHT)
