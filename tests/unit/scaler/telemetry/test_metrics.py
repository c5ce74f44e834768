"""Claims about `scaler.telemetry.metrics`: what one sync adds to which number."""

import asyncio
from dataclasses import replace

import pytest

from scaler.algorithm.decision import Accepted, NotNeeded, Outcome, Rejected, Rescale, Withheld
from scaler.api.states import AutoscalerState
from scaler.controller.marking import Marking
from scaler.controller.ports import NotWritten, Written
from scaler.telemetry.metrics import ScalerMetrics
from tests.unit.scaler.decisionlog.syncs import sync

UP = Rescale(current=3, desired=4, reason="because")
DOWN = Rescale(current=3, desired=0, reason="because")


def value(metrics: ScalerMetrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(name, labels)


@pytest.mark.parametrize("state", [*AutoscalerState, None])
def test_a_sync_is_counted_by_the_state_it_found(state: AutoscalerState | None) -> None:
    metrics = ScalerMetrics()
    done = sync(NotNeeded())
    metrics.synced(replace(done, decision=replace(done.decision, state=state)), 0.1)
    assert 1.0 == value(metrics, "lagzero_scaler_syncs_total", state="Unknown" if state is None else state.value)


@pytest.mark.parametrize(
    ("outcome", "direction", "became"),
    [
        (Accepted(rescale=UP), "up", "accepted"),
        (Accepted(rescale=DOWN), "down", "accepted"),
        (Rejected(rescale=UP, message="no"), "up", "rejected"),
        (Rejected(rescale=DOWN, message="no"), "down", "rejected"),
    ],
)
def test_a_write_is_counted_by_direction_and_outcome(outcome: Outcome, direction: str, became: str) -> None:
    metrics = ScalerMetrics()
    metrics.synced(sync(outcome), 0.1)
    assert 1.0 == value(metrics, "lagzero_scaler_scale_writes_total", direction=direction, outcome=became)


def scale_writes(metrics: ScalerMetrics) -> dict[tuple[str, str], float]:
    samples = [sample for family in metrics.registry.collect() for sample in family.samples]
    found = [sample for sample in samples if sample.name == "lagzero_scaler_scale_writes_total"]
    return {(sample.labels["direction"], sample.labels["outcome"]): sample.value for sample in found}


def test_a_sync_without_a_write_counts_none() -> None:
    metrics = ScalerMetrics()
    metrics.synced(sync(NotNeeded()), 0.1)
    assert {0.0} == set(scale_writes(metrics).values())


def test_a_write_that_was_withheld_is_counted_by_where_it_would_have_gone() -> None:
    metrics = ScalerMetrics()
    metrics.synced(sync(Withheld()), 0.1)
    assert {("up", "withheld"): 1.0} == {key: value for key, value in scale_writes(metrics).items() if value}


@pytest.mark.parametrize(("waits", "what"), [(True, "waited"), (False, "went_on")])
def test_a_scale_in_whose_pods_were_not_marked_is_counted(waits: bool, what: str) -> None:
    metrics = ScalerMetrics()
    metrics.synced(replace(sync(NotNeeded()), marking=Marking(because="forbidden", waits=waits)), 0.1)
    metrics.synced(sync(NotNeeded()), 0.1)
    assert 1.0 == value(metrics, "lagzero_scaler_unmarked_scale_ins_total", what=what)


def test_before_the_first_failure_there_is_a_zero_to_rise_from() -> None:
    metrics = ScalerMetrics()
    assert [0.0] * 4 == [
        value(metrics, "lagzero_scaler_scale_writes_total", direction="up", outcome="rejected"),
        value(metrics, "lagzero_scaler_status_writes_total", outcome="rejected"),
        value(metrics, "lagzero_scaler_decision_log_records_total", outcome="lost"),
        value(metrics, "lagzero_scaler_syncs_unfinished_total"),
    ]


@pytest.mark.parametrize(("answer", "outcome"), [(Written(), "accepted"), (NotWritten(message="no"), "rejected")])
def test_a_written_status_is_counted_by_its_answer(answer: Written | NotWritten, outcome: str) -> None:
    metrics = ScalerMetrics()
    metrics.status_answered(answer)
    assert 1.0 == value(metrics, "lagzero_scaler_status_writes_total", outcome=outcome)


def test_records_of_the_decision_log_are_counted() -> None:
    metrics = ScalerMetrics()
    metrics.record_written()
    metrics.record_lost()
    metrics.record_lost()
    assert (1.0, 2.0) == (
        value(metrics, "lagzero_scaler_decision_log_records_total", outcome="written"),
        value(metrics, "lagzero_scaler_decision_log_records_total", outcome="lost"),
    )


@pytest.mark.parametrize("error", [RuntimeError, asyncio.CancelledError])
def test_a_sync_that_ends_without_a_result_is_counted(error: type[BaseException]) -> None:
    metrics = ScalerMetrics()
    with pytest.raises(error), metrics.unless_finished():
        raise error
    assert 1.0 == value(metrics, "lagzero_scaler_syncs_unfinished_total")


def test_a_sync_that_ends_well_is_not_counted_as_unfinished() -> None:
    metrics = ScalerMetrics()
    with metrics.unless_finished():
        pass
    assert 0.0 == value(metrics, "lagzero_scaler_syncs_unfinished_total")


def test_a_syncs_duration_is_observed() -> None:
    metrics = ScalerMetrics()
    metrics.synced(sync(), 0.25)
    assert 0.25 == value(metrics, "lagzero_scaler_sync_duration_seconds_sum")


def test_lateness_is_observed() -> None:
    metrics = ScalerMetrics()
    metrics.late(2.0)
    assert (2.0, 1.0) == (
        value(metrics, "lagzero_scaler_sync_lateness_seconds_sum"),
        value(metrics, "lagzero_scaler_sync_lateness_seconds_bucket", le="2.5"),
    )


def test_two_scalers_of_one_process_count_apart() -> None:
    first, second = ScalerMetrics(), ScalerMetrics()
    first.synced(sync(NotNeeded()), 0.1)
    assert (0.0, 0.0) == (
        value(second, "lagzero_scaler_syncs_total", state="Active"),
        value(second, "lagzero_scaler_sync_duration_seconds_count"),
    )
