"""Claims about `scaler.narration.explanation` where no golden file has them: the rarer turns of the arithmetic."""

from dataclasses import replace

from scaler.algorithm.decision import Rejected
from scaler.api.types import MetricTarget, Milli, ResourceMetricSource, ScalingRules, SelectPolicy
from scaler.narration.explanation import explanation_of
from tests.support.builders import OURS, PARITY, behavior, memory, observation, percent_policy
from tests.support.metric_builders import Metric, cpu, external, external_average, pods_metric, samples
from tests.unit.scaler.narration.told import SYNC_PERIOD, lines, record, told


def test_a_sum_of_many_series_is_told_by_their_number() -> None:
    assert (
        "observed 7 in all (7 series), target 30 for each replica"
        == told(observation(external_average(*[1] * 7))).metrics[0].arithmetic[0]
    )


def test_less_than_nothing_counts_as_zero() -> None:
    seen = observation(external_average(-100), min_replicas=0)
    assert ["metric 1, External lag: 0", "less than nothing counts as 0"] == lines(told(seen, memory()), "winner")


def test_assumed_samples_that_leave_the_ratio_within_tolerance_change_nothing() -> None:
    seen = observation(cpu({f"pod-{number}": 60 for number in range(10)}), spec_replicas=11)
    assert "proposes 11: as many as there are, within the tolerance" == told(seen).metrics[0].arithmetic[-1]


def test_no_pod_at_all_proposes_nothing() -> None:
    seen = observation(external(400), pods=())
    assert told(seen).metrics[0].arithmetic[-1].startswith("proposes nothing: unable to calculate ready pods")


def test_a_metric_of_memory_is_told_in_its_own_unit() -> None:
    asked = MetricTarget(type="AverageValue", average_value=Milli(2**30 * 1000))
    usage = Metric(spec=ResourceMetricSource(name="memory", target=asked), reading=samples({"pod-0": 2**30 * 2000}))
    account = told(observation(usage)).metrics[0]
    assert ("2Gi", "1Gi each") == (account.observed, account.target)


def test_a_disabled_direction_is_told() -> None:
    never_down = behavior(down=ScalingRules(select_policy=SelectPolicy.DISABLED, policies=(percent_policy(100),)))
    seen = observation(external_average(0), behavior=never_down)
    assert "down: disabled by selectPolicy" in lines(told(seen), "policies")


def test_a_count_from_numbers_of_the_stock_controller_is_not_told_as_arithmetic() -> None:
    seen = observation(pods_metric({"pod-0": 2**60, "pod-1": 1, "pod-2": 1}, target=1))
    assert "as the stock controller's numbers have it" in told(seen, settings=PARITY).metrics[0].arithmetic[-1]


def test_zero_replicas_below_the_minimum_are_told_by_the_minimum() -> None:
    seen = observation(
        external_average(0), spec_replicas=0, min_replicas=2, replicas_writer=OURS, pods=(), behavior=behavior()
    )
    explained = told(seen, memory(recommendations=[(400, 0)], claim=True))
    assert "0 is raised to minReplicas 2" == lines(explained, "bounds")[-1]
    assert explained.why_not_fewer.endswith(", but minReplicas is 2")


def test_a_rejected_write_is_explained_by_the_count_that_was_wanted() -> None:
    accepted = record(observation(external_average(120)), memory())
    assert accepted.decision.rescale is not None
    rejected = replace(
        accepted,
        decision=replace(accepted.decision, desired=None),
        outcome=Rejected(rescale=accepted.decision.rescale, message="no"),
    )
    assert "External lag proposes ceil(120 / 30) = 4" == explanation_of(rejected, SYNC_PERIOD).why_not_fewer
