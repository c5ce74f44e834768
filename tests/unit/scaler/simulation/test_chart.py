"""A run at a glance."""

from scaler.simulation.chart import WIDTH, chart_of
from tests.unit.scaler.simulation.scenes import run_of


def test_replicas_are_bars_and_demand_is_a_line_below() -> None:
    chart = chart_of(run_of(metrics="{lag: [{at: 0s, value: 0}, {at: 5m, value: 240}]}"))
    rows = chart.splitlines()
    half = WIDTH // 2
    assert f"     8 |{' ' * (half + 1)}{'█' * (half - 1)}" == rows[0]
    assert f"demand |{' ' * half}{'█' * half} at most 240" == rows[8]
    assert rows[9].split() == ["0s", "5m", "10m"]


def test_a_run_without_demand_and_replicas_is_an_empty_chart() -> None:
    rows = chart_of(run_of(workload="{replicas: 0}", metrics="{}", until="0s")).splitlines()
    assert (9, "     1 |", "     0 |") == (len(rows), rows[0], rows[7])
