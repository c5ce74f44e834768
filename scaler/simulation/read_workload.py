"""What is the target at the start? Its count, who wrote that, and how its pods come up."""

from typing import Final

from adapter.externalmetrics.yamlvalues import YamlValue
from adapter.kube.quantity import QuantityError, parse_quantity
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import ConditionStatus, ConditionType
from scaler.api.types import Milli
from scaler.simulation.fields import duration, known_fields, whole_number
from scaler.simulation.moments import Millis
from scaler.simulation.scenario import Workload

_KEYS: Final = ("replicas", "podStart", "ready", "requests", "by")
_AT_ONCE: Final = Millis(0)


def read_workload(value: YamlValue | None, status: AutoscalerStatus) -> Workload:
    """One replica whose pods are ready at once, unless the scenario says something else."""
    fields = {} if value is None else known_fields(value, _KEYS)
    replicas = whole_number(fields["replicas"]) if "replicas" in fields else 1
    return Workload(
        replicas=replicas,
        pod_start=_pod_start(fields["podStart"]) if "podStart" in fields else _AT_ONCE,
        ready=fields["ready"].flag() if "ready" in fields else True,
        requests=_requests(fields["requests"]) if "requests" in fields else {},
        writer=fields["by"].text() if "by" in fields else _likely_writer(replicas, status),
    )


def _likely_writer(replicas: int, status: AutoscalerStatus) -> str:
    """Whoever creates a workload writes its count; a zero that the status claims was the scaler's."""
    claimed = any(
        condition.type == ConditionType.SCALED_TO_ZERO and condition.status == ConditionStatus.TRUE
        for condition in status.conditions
    )
    return "lagzero-scaler" if claimed and replicas == 0 else "kubectl"


def _pod_start(value: YamlValue) -> Millis | None:
    return None if value.text() == "never" else duration(value)


def _requests(value: YamlValue) -> dict[str, Milli]:
    requests = {}
    for resource, amount in value.entries().items():
        try:
            requests[resource] = Milli(parse_quantity(amount.text()).milli_value())
        except QuantityError as error:
            amount.fail(f"{amount.text()!r} is not a quantity: {error}")
    return requests
