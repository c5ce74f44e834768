"""Claims about `scaler.narration.status_account`: what status alone lets one tell."""

from dataclasses import replace

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.api.kinds import AutoscalerKind
from scaler.narration.status_account import explanation_of_status
from scaler.narration.text import explanation_text
from tests.support.builders import SETTINGS, after, spec
from tests.support.metric_builders import NOW, external_average

FOUND = "the HPA was able to successfully calculate a replica count from external metric lag(nil)"
GOLDEN = """\
jobs/worker at 2026-01-01T12:00:00Z: has 3 replicas, by its status

state           Active
target          Deployment/worker: 3 by the last look, 3 desired, last scaled 1m30s ago
bounds          minReplicas 1, maxReplicas 100
metrics         External lag
                as <unknown>/30 (avg)
conditions      ScalingActive=True for 1m, ValidMetricFound: FOUND
memory          recommended 4 until 2026-01-01T11:59:00Z, 3 now
                added 1 replica at 2026-01-01T11:58:30Z
                no demand since 2026-01-01T11:59:00Z
not known       what each metric proposed, and how far each policy reaches: `lagzero explain NAME` computes it now,
                and `lagzero explain NAME --log FILE` tells the last decision, where the scaler keeps a --decision-log

why not fewer   external metric lag(nil) asked for 3
why not more    no metric asked for more than 3
next change     at the next look whose metrics ask for another count: see `lagzero explain NAME`""".replace(
    "FOUND", FOUND
)


def condition(type_: str, status: str, reason: str, message: str) -> Condition:
    return Condition(type=type_, status=status, reason=reason, message=message, last_transition=after(-60))


ACTIVE = condition("ScalingActive", "True", "ValidMetricFound", FOUND)
MEMORY = {
    "recommendations": [{"replicas": 4, "until": "2026-01-01T11:59:00.000000Z"}, {"replicas": 3}],
    "scaleUps": [{"change": 1, "at": "2026-01-01T11:58:30.000000Z"}],
    "idleSince": "2026-01-01T11:59:00.000000Z",
}


def autoscaler(*conditions: Condition) -> Autoscaler:
    status = AutoscalerStatus(
        current_replicas=3,
        desired_replicas=3,
        last_scale_time=after(-90),
        conditions=conditions,
        memory=MEMORY,
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
    assert GOLDEN == explanation_text(explanation_of_status(autoscaler(ACTIVE), NOW, SETTINGS))


def test_an_event_that_no_longer_counts_is_told_so() -> None:
    worker = autoscaler(ACTIVE)
    outdated = {"scaleDowns": [{"change": 2, "at": "2026-01-01T11:58:30Z", "outdated": True}]}
    told = explanation_of_status(replace(worker, status=replace(worker.status, memory=outdated)), NOW, SETTINGS)
    (memory,) = (step for step in told.steps if step.title == "memory")
    assert ("removed 2 replicas at 2026-01-01T11:58:30Z, which no longer counts",) == memory.lines
