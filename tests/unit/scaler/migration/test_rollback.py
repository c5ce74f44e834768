"""Claims about what is done before the gate is switched off."""

import pytest

from scaler.migration.rollback import plan_rollback
from scaler.migration.seen import Seen
from scaler.migration.steps import Plan, Refusal, Request
from tests.unit.scaler.migration.moved import ASLEEP, AWAKE, NOBODY, fleet, seen, stock, workload


def steps(look: Seen) -> list[object]:
    plan = plan_rollback(look)
    assert isinstance(plan, Plan)
    return [step.body if isinstance(step, Request) else step.of.name for step in plan.steps]


RAISED = {"spec": {"minReplicas": 1}}


@pytest.mark.parametrize(
    ("look", "expected"),
    [
        (seen(stock=stock(ASLEEP), workload=workload(0, NOBODY)), [RAISED, "IS_AWAKE"]),
        (seen(stock=stock(ASLEEP, least=1), workload=workload(0, NOBODY)), ["IS_AWAKE"]),
        (seen(stock=stock(AWAKE), workload=workload(0, NOBODY)), [RAISED]),
        (seen(stock=stock(AWAKE), workload=workload(2)), [RAISED]),
        (seen(stock=stock()), [RAISED]),
        (seen(stock=stock(AWAKE, least=1), workload=workload(2)), []),
    ],
)
def test_the_minimum_is_raised_and_a_sleeper_waited_for(look: Seen, expected: list[object]) -> None:
    assert expected == steps(look)


def test_a_custom_resource_is_waited_for_where_its_count_reads_as_replicas() -> None:
    plan = plan_rollback(seen(stock=stock(ASLEEP, least=1), workload=fleet(0, NOBODY)))
    assert isinstance(plan, Plan)
    (wait,) = plan.steps
    assert "/apis/example.dev/v1/namespaces/jobs/fleets/worker/scale" == wait.path


def test_a_pause_and_a_keeper_are_noted() -> None:
    labels = {"app.kubernetes.io/managed-by": "Helm"}
    plan = plan_rollback(seen(stock=stock(AWAKE, labels=labels), workload=workload(0, NOBODY)))
    assert isinstance(plan, Plan)
    assert ["Helm keeps a manifest of it: raise minReplicas there, too", "its zero is a pause, and stays one"] == list(
        plan.notes
    )


def test_one_that_is_gone_is_refused() -> None:
    assert isinstance(plan_rollback(seen()), Refusal)
