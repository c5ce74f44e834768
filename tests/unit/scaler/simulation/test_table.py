"""The syncs that are worth reading, and two runs side by side."""

from scaler.simulation.table import comparison_of, table_of
from tests.unit.scaler.simulation.scenes import run_of


def test_only_syncs_at_which_something_changed_are_rows() -> None:
    run = run_of(metrics="{lag: [{at: 0s, value: 30}, {at: 60s, value: 60}]}", until="2m")
    assert (
        "TIME   REPLICAS   WROTE   READY   STATE    TARGETS       SAID\n"
        "0s     1                  1       Active   30/30 (avg)\n"
        "1m     2          2       2       Active   60/30 (avg)   SuccessfulRescale\n"
        "75s    2                  2       Active   30/30 (avg)\n"
        "2m     2                  2       Active   30/30 (avg)\n"
        "(5 syncs at which nothing changed are left out)"
    ) == table_of(run)


def test_conditions_that_are_not_as_on_a_good_day_are_said() -> None:
    table = table_of(run_of(metrics="{}", until="0s"))
    assert table.endswith("FailedGetExternalMetric, FailedComputeMetricsReplicas")


def test_two_runs_stand_side_by_side() -> None:
    runs = [run_of(until="1m"), run_of(until="1m", workload="{replicas: 2}")]
    assert (
        "                                    scene.yaml   scene.yaml\n"
        "replica-seconds                     60           120\n"
        "wakes                               0            0\n"
        "seconds with backlog above target   0            0\n"
        "changes                             0            0"
    ) == comparison_of(runs)
