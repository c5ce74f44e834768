"""How a scenario goes, moment by moment."""

import pytest

from scaler.algorithm.decision import Accepted, Rejected
from scaler.controller.reconcile import reconcile
from scaler.simulation import run as module
from scaler.simulation.run import Run
from tests.unit.scaler.simulation.scenes import METRICS, PARITY, SETTINGS, SPEC, counts, manifest, run_of

ASLEEP = {"workload": "{replicas: 0}", "status": '{conditions: {ScaledToZero: "True"}}'}


def states(run: Run) -> dict[float, str]:
    return {synced.at / 1000: synced.status.state for synced in run.syncs}


def test_it_drives_the_production_reconcile() -> None:
    assert reconcile is vars(module)["reconcile"]


def test_the_first_sync_is_at_the_start_and_the_last_at_the_end() -> None:
    assert [15.0 * number for number in range(41)] == list(counts(run_of()))


def test_a_sleeping_target_is_synced_every_wake_interval_and_then_on_the_grid_again() -> None:
    run = run_of(
        **ASLEEP,
        settings="{wakeInterval: 1s}",
        until="45s",
        metrics="{lag: [{at: 0s, value: 0}, {at: 17s, value: 60}]}",
    )
    assert [*map(float, range(18)), 30.0, 45.0] == list(counts(run))


def test_what_happens_at_a_moment_happens_before_its_sync() -> None:
    run = run_of(events="[{at: 15s, scale: 5}]", metrics="{lag: [{at: 0s, value: 150}]}", until="30s")
    assert {0.0: 4, 15.0: 5, 30.0: 5} == counts(run)


def test_the_example_of_the_design_goes_up_by_the_limit_of_twice_or_four() -> None:
    run = run_of(metrics="{lag: [{at: 0s, value: 0}, {at: 60s, value: 400}]}", until="90s")
    assert {0.0: 1, 15.0: 1, 30.0: 1, 45.0: 1, 60.0: 4, 75.0: 8, 90.0: 10} == counts(run)


def test_without_demand_it_sleeps_after_the_window() -> None:
    run = run_of(metrics="{lag: [{at: 0s, value: 0}]}")
    assert (1, 0, "ScaledToZero") == (counts(run)[300.0], counts(run)[315.0], states(run)[330.0])


@pytest.mark.parametrize(("settings", "asleep_from"), [(SETTINGS, 315.0), (PARITY, 555.0)])
def test_only_in_parity_a_restart_begins_the_window_anew(settings: str, asleep_from: float) -> None:
    events = "[{at: 4m, restart: scaler}]"
    run = run_of(metrics="{lag: [{at: 0s, value: 0}]}", events=events, settings=settings)
    assert asleep_from == next(at for at, count in counts(run).items() if count == 0)


def test_an_automatic_zero_outlives_a_restart() -> None:
    run = run_of(
        **ASLEEP, events="[{at: 15s, restart: scaler}]", metrics="{lag: [{at: 0s, value: 0}, {at: 30s, value: 30}]}"
    )
    assert (0, 1) == (counts(run)[15.0], counts(run)[30.0])


@pytest.mark.parametrize("manager", ["kubectl", "argocd-application-controller"])
def test_a_foreign_zero_is_a_pause(manager: str) -> None:
    run = run_of(events=f"[{{at: 1m, scale: 0, by: {manager}}}]")
    assert ({0}, "Paused") == ({count for at, count in counts(run).items() if at >= 60}, states(run)[600.0])


def test_an_edit_counts_from_the_next_sync_on() -> None:
    run = run_of(events="[{at: 20s, edit: {minReplicas: 3}}]", until="30s")
    assert {0.0: 1, 15.0: 1, 30.0: 3} == counts(run)
    assert (1, 2) == (run.syncs[1].status.observed_generation, run.syncs[2].status.observed_generation)


def test_refused_writes_are_tried_again() -> None:
    run = run_of(events="[{at: 0s, writes: fail, for: 30s}]", metrics="{lag: [{at: 0s, value: 60}]}", until="30s")
    assert [Rejected, Rejected, Accepted] == [type(synced.sync.outcome) for synced in run.syncs]


def test_reads_that_fail_move_nothing() -> None:
    run = run_of(events="[{at: 0s, reads: fail, for: 30s}]", metrics="{lag: [{at: 0s, value: 60}]}", until="30s")
    assert ({0.0: 1, 15.0: 1, 30.0: 2}, ["FailedGetScale"]) == (
        counts(run),
        [event.reason for event in run.syncs[0].events],
    )


@pytest.mark.parametrize("on", ["autoscaler", "workload"])
def test_a_pause_by_annotation_holds_until_it_is_taken_away(on: str) -> None:
    events = (
        f"[{{at: 0s, annotate: {{lagzero.dev/paused: why}}, 'on': {on}}},"
        f" {{at: 30s, annotate: {{lagzero.dev/paused: null}}, 'on': {on}}}]"
    )
    run = run_of(events=events, metrics="{lag: [{at: 0s, value: 60}]}", until="30s")
    assert {0.0: 1, 15.0: 1, 30.0: 2} == counts(run)


def test_a_surge_shows_in_the_status_replicas() -> None:
    run = run_of(events="[{at: 15s, statusReplicas: 5}, {at: 30s, statusReplicas: auto}]", until="30s")
    seen = [getattr(synced.sync.observation.scale, "status_replicas", None) for synced in run.syncs]
    assert [1, 5, 1] == seen


def test_status_is_not_written_when_nothing_changes() -> None:
    run = run_of(until="45s")
    assert run.syncs[1].status is run.syncs[3].status


def test_parity_switches_the_deviations_off() -> None:
    percent = "behavior: {scaleUp: {policies: [{type: Percent, value: 100, periodSeconds: 15}]}}"
    autoscaler = manifest(f"{SPEC}, {METRICS}, {percent}")
    ours, stock = (
        run_of(**ASLEEP, autoscaler=autoscaler, until="15s", settings=settings) for settings in (SETTINGS, PARITY)
    )
    assert (1, 0) == (counts(ours)[0.0], counts(stock)[0.0])


def test_a_run_is_the_same_twice() -> None:
    first, second = (run_of(metrics="{lag: [{at: 0s, value: 0}, {at: 5m, value: 300}]}") for _ in range(2))
    assert (first.counts, first.syncs) == (second.counts, second.syncs)


def test_after_its_autoscaler_is_deleted_nobody_looks() -> None:
    run = run_of(events="[{at: 1m, delete: autoscaler}]", metrics="{lag: [{at: 0s, value: 0}]}")
    assert (45_000, 1) == (run.syncs[-1].at, run.counts[-1].replicas)


def test_a_sleeper_whose_autoscaler_is_deleted_is_restored_if_it_says_so() -> None:
    autoscaler = manifest(f"{SPEC}, {METRICS}, zero: {{onDelete: Restore}}")
    run = run_of(events="[{at: 8m, delete: autoscaler}]", metrics="{lag: [{at: 0s, value: 0}]}", autoscaler=autoscaler)
    assert (480_000, 1) == (run.syncs[-1].at, run.counts[-1].replicas)
