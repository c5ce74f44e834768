"""Claims about `scaler.telemetry.metrics`: what one sync adds to which number."""

from dataclasses import replace

import pytest

from scaler.algorithm.decision import Accepted, NotNeeded, Outcome, Rejected, Rescale
from scaler.api.states import AutoscalerState
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


def test_a_sync_without_a_write_counts_none() -> None:
    metrics = ScalerMetrics()
    metrics.synced(sync(NotNeeded()), 0.1)
    names = {sample.name for metric in metrics.registry.collect() for sample in metric.samples}
    assert "lagzero_scaler_scale_writes_total" not in names


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
    assert (None, 0.0) == (
        value(second, "lagzero_scaler_syncs_total", state="Active"),
        value(second, "lagzero_scaler_sync_duration_seconds_count"),
    )
