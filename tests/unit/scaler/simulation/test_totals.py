"""What a run adds up to."""

from scaler.simulation.totals import Totals, totals_of
from tests.unit.scaler.simulation.scenes import run_of


def test_a_run_adds_up() -> None:
    """Asleep for 60 s, then 4 replicas: enough from the start of their pods on, 15 s later."""
    run = run_of(
        workload="{replicas: 0, podStart: 15s}",
        status='{conditions: {ScaledToZero: "True"}}',
        metrics="{lag: [{at: 0s, value: 0}, {at: 60s, value: 120}]}",
        until="2m",
    )
    assert Totals(replica_seconds=240.0, wakes=1, backlog_seconds=15.0, changes=1) == totals_of(run)


def test_counts_that_somebody_else_wrote_are_paid_for_but_are_no_changes_of_ours() -> None:
    run = run_of(events="[{at: 30s, scale: 0}]", until="1m")
    assert Totals(replica_seconds=30.0, wakes=0, backlog_seconds=30.0, changes=0) == totals_of(run)
