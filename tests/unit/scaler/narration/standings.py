"""What do these tests tell of? An autoscaler by its status, with the conditions and the memory that a test gives it."""

from collections.abc import Mapping

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.api.kinds import AutoscalerKind
from scaler.api.types import AutoscalerSpec
from scaler.narration.standing import Standing, standing_of
from tests.support.builders import SETTINGS, after, spec
from tests.support.metric_builders import NOW, external_average

METRIC = "external metric lag(nil)"


def condition(type_: str, status: str, reason: str, message: str = "said") -> Condition:
    return Condition(type=type_, status=status, reason=reason, message=message, last_transition=after(-60))


FOUND = condition(
    "ScalingActive",
    "True",
    "ValidMetricFound",
    f"the HPA was able to successfully calculate a replica count from {METRIC}",
)
DOWN_WINDOW = condition("AbleToScale", "True", "ScaleDownStabilized")
UP_WINDOW = condition("AbleToScale", "True", "ScaleUpStabilized")


def limited(reason: str, message: str = "said") -> Condition:
    return condition("ScalingLimited", "True", reason, message)


def standing(
    *conditions: Condition,
    memory: Mapping[str, object] | None = None,
    state: str = "Active",
    replicas: int = 3,
    annotations: Mapping[str, str] | None = None,
    wanted: AutoscalerSpec | None = None,
) -> Standing:
    """One with so many replicas, which is what was decided last."""
    autoscaler = Autoscaler(
        kind=AutoscalerKind.ZERO_POD_AUTOSCALER,
        key=NamespacedName("jobs", "worker"),
        uid="1",
        generation=1,
        resource_version="1",
        spec=wanted or spec(external_average(1), min_replicas=2, max_replicas=10),
        annotations=annotations or {},
        status=AutoscalerStatus(
            current_replicas=replicas,
            desired_replicas=replicas,
            conditions=conditions,
            memory=memory,
            state=state,
        ),
    )
    return standing_of(autoscaler, NOW, SETTINGS)


def at(seconds: float) -> str:
    """So long after now, as status has it."""
    return after(seconds).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
