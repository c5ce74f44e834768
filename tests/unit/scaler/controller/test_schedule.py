"""Claims about `scaler.controller.schedule`: who is due, in which order, and when next."""

import pytest

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import AutoscalerId
from scaler.api.kinds import AutoscalerKind
from scaler.api.types import AutoscalerSpec
from scaler.controller.schedule import Schedule, next_for_sleeper, next_in_phase
from tests.support.builders import spec
from tests.support.metric_builders import cpu, external_average


def named(name: str) -> AutoscalerId:
    return AutoscalerId(kind=AutoscalerKind.ZERO_POD_AUTOSCALER, key=NamespacedName("jobs", name))


A, B, C = (named(name) for name in "abc")
NAMES = [named(f"worker-{number}") for number in range(1000)]


def test_an_empty_schedule_has_nothing_due() -> None:
    assert Schedule().next_due() is None


def test_what_is_due_comes_out_earliest_first() -> None:
    schedule = Schedule()
    for key, due in ((A, 3.0), (B, 1.0), (C, 2.0)):
        schedule.put(key, due)
    assert [(B, 1.0), (C, 2.0)] == schedule.pop_due(2.5)


def test_equal_due_times_keep_the_order_of_their_entry() -> None:
    schedule = Schedule()
    for key in (C, A, B):
        schedule.put(key, 1.0)
    assert [C, A, B] == [key for key, _ in schedule.pop_due(1.0)]


def test_what_was_taken_out_is_not_due_again() -> None:
    schedule = Schedule()
    schedule.put(A, 1.0)
    schedule.pop_due(1.0)
    assert (None, []) == (schedule.next_due(), schedule.pop_due(100.0))


@pytest.mark.parametrize(("first", "second"), [(5.0, 1.0), (1.0, 5.0)])
def test_the_latest_put_decides_whether_earlier_or_later(first: float, second: float) -> None:
    schedule = Schedule()
    schedule.put(A, first)
    schedule.put(A, second)
    assert second == schedule.next_due()


def test_an_autoscaler_that_was_moved_is_due_once() -> None:
    schedule = Schedule()
    schedule.put(A, 1.0)
    schedule.put(A, 2.0)
    assert [(A, 2.0)] == schedule.pop_due(10.0)


def test_what_was_removed_is_not_due() -> None:
    schedule = Schedule()
    schedule.put(A, 1.0)
    schedule.put(B, 2.0)
    schedule.remove(A)
    assert [(B, 2.0)] == schedule.pop_due(10.0)


def test_what_was_removed_and_put_again_is_due_at_its_new_time() -> None:
    schedule = Schedule()
    schedule.put(A, 1.0)
    schedule.remove(A)
    schedule.put(A, 3.0)
    assert 3.0 == schedule.next_due()


def test_removing_what_is_not_there_changes_nothing() -> None:
    schedule = Schedule()
    schedule.remove(A)
    assert A not in schedule


@pytest.mark.parametrize("period", [0.1, 1.0, 15.0, 3600.0])
def test_the_next_moment_lies_after_now_and_within_one_period(period: float) -> None:
    moments = [(now, next_in_phase(key, now, period)) for key in NAMES[:50] for now in (0.0, 0.05, 1234.5, 9e5)]
    assert [] == [(now, due) for now, due in moments if not now < due <= now + period * 1.000001]


@pytest.mark.parametrize("period", [0.1, 0.5, 1.0, 15.0])
def test_one_that_is_served_exactly_when_due_is_next_due_a_period_later(period: float) -> None:
    """A clock may stand still over a sync; the same moment twice would be a busy loop."""
    first = {key: next_in_phase(key, 700_000.0, period) for key in NAMES}
    second = {key: next_in_phase(key, due, period) for key, due in first.items()}
    assert [] == [key for key in NAMES if not abs(second[key] - first[key] - period) < period / 100]


def test_the_moments_of_one_autoscaler_lie_one_period_apart() -> None:
    first = next_in_phase(A, 1000.0, 15.0)
    assert pytest.approx(first + 15.0) == next_in_phase(A, first + 0.2, 15.0)


def test_many_autoscalers_spread_evenly_over_a_period() -> None:
    due = [next_in_phase(key, 0.0, 10.0) for key in NAMES]
    in_each_second = [sum(second <= moment < second + 1 for moment in due) for second in range(10)]
    assert all(60 <= count <= 140 for count in in_each_second), in_each_second


def test_some_are_due_together_at_whole_steps_of_a_quarter_of_a_second() -> None:
    due = {next_in_phase(key, 0.0, 15.0) for key in NAMES}
    assert ({0.0}, 60) == ({moment * 4 % 1 for moment in due}, len(due))


def test_the_phase_depends_on_the_name_alone() -> None:
    assert next_in_phase(A, 50.0, 15.0) == next_in_phase(named("a"), 50.0, 15.0)


def test_sleepers_that_wait_for_one_metric_are_due_together() -> None:
    one, other = spec(external_average(1)), spec(external_average(7), max_replicas=9)
    assert next_for_sleeper(one, 50.2, 1.0) == next_for_sleeper(other, 50.2, 1.0)


def test_sleepers_that_wait_for_other_metrics_are_due_at_other_moments() -> None:
    moments = {next_for_sleeper(spec(external_average(1, name=f"lag-{number}")), 50.0, 1.0) for number in range(20)}
    assert 20 == len(moments)


@pytest.mark.parametrize("asks", [spec(external_average(1)), spec(cpu({})), spec()], ids=["external", "cpu", "none"])
def test_a_sleeper_is_due_within_an_interval(asks: AutoscalerSpec) -> None:
    assert 50.2 < next_for_sleeper(asks, 50.2, 1.0) <= 51.2 + 1e-9
