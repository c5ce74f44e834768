"""Claims about `scaler.narration.status_account`: what status alone lets one tell."""

import pytest

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.api.kinds import AutoscalerKind
from scaler.narration.status_account import explanation_of_status
from scaler.narration.text import explanation_text
from tests.support.builders import after, spec
from tests.support.metric_builders import NOW, external_average

GOLDEN = """\
jobs/worker at 2026-01-01T12:00:00Z: has 3 replicas, by its status

state           Active
target          Deployment/worker: 3 by the last look, 3 desired, last scaled 1m30s ago
bounds          minReplicas 1, maxReplicas 100
metrics         External lag
                as <unknown>/30 (avg)
conditions      ScalingActive=True for 1m, ValidMetricFound: lag told
memory          recommendations: 2, idleSince: 2026-01-01T11:59:00Z
not known       what each metric proposed, which recommendations counted, how far the policies reached:
                let the scaler run with --decision-log FILE, and ask lagzero explain NAME --log FILE

why not fewer   lag told
why not more    lag told
next change     unknown: status doesn't hold what was measured"""


def condition(type_: str, status: str, reason: str, message: str) -> Condition:
    return Condition(type=type_, status=status, reason=reason, message=message, last_transition=after(-60))


ACTIVE = condition("ScalingActive", "True", "ValidMetricFound", "lag told")


def autoscaler(*conditions: Condition) -> Autoscaler:
    status = AutoscalerStatus(
        current_replicas=3,
        desired_replicas=3,
        last_scale_time=after(-90),
        conditions=conditions,
        memory={"recommendations": [{"replicas": 3}, {"replicas": 4}], "idleSince": "2026-01-01T11:59:00Z"},
        state="Active",
    )
    return Autoscaler(
        kind=AutoscalerKind.ZERO_POD_AUTOSCALER,
        key=NamespacedName("jobs", "worker"),
        uid="1",
        generation=1,
        resource_version="1",
        spec=spec(external_average(1)),
        status=status,
    )


def test_it_tells_what_status_holds_and_what_it_does_not() -> None:
    assert GOLDEN == explanation_text(explanation_of_status(autoscaler(ACTIVE), NOW))


@pytest.mark.parametrize(
    ("conditions", "fewer", "more"),
    [
        ((), "unknown: the autoscaler was not looked at yet", "unknown: the autoscaler was not looked at yet"),
        ((condition("ScalingActive", "False", "ScalingPaused", "paused"),), "paused", "paused"),
        ((ACTIVE, condition("ScalingLimited", "True", "TooManyReplicas", "at max")), "lag told", "at max"),
        ((ACTIVE, condition("ScalingLimited", "True", "CoolingDown", "cooling")), "cooling", "lag told"),
        ((ACTIVE, condition("AbleToScale", "True", "ScaleDownStabilized", "were higher")), "were higher", "lag told"),
        ((ACTIVE, condition("AbleToScale", "True", "ScaleUpStabilized", "were lower")), "lag told", "were lower"),
    ],
)
def test_the_condition_that_holds_a_side_gives_its_reason(
    conditions: tuple[Condition, ...], fewer: str, more: str
) -> None:
    told = explanation_of_status(autoscaler(*conditions), NOW)
    assert (fewer, more) == (told.why_not_fewer, told.why_not_more)
