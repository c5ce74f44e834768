"""How does a pod look on the wire, and what of it does the algorithm need?"""

from datetime import datetime

import msgspec

from adapter.kube.meta import ObjectMeta, parse_time
from adapter.kube.quantity import parse_quantity
from scaler.algorithm.model import Pod, PodReady
from scaler.api.deletion_cost import DELETION_COST
from scaler.api.types import Milli


class _Resources(msgspec.Struct, frozen=True):
    requests: dict[str, str | int] = {}


class _Container(msgspec.Struct, rename="camel", frozen=True):
    name: str = ""
    resources: _Resources = msgspec.field(default_factory=_Resources)
    restart_policy: str = ""


class _PodSpec(msgspec.Struct, rename="camel", frozen=True):
    containers: tuple[_Container, ...] = ()
    init_containers: tuple[_Container, ...] = ()
    resources: _Resources | None = None


class _PodCondition(msgspec.Struct, rename="camel", frozen=True):
    type: str = ""
    status: str = ""
    last_transition_time: str | None = None


class _PodStatus(msgspec.Struct, rename="camel", frozen=True):
    phase: str = ""
    start_time: str | None = None
    conditions: tuple[_PodCondition, ...] = ()


class WirePod(msgspec.Struct, frozen=True):
    """As much of a pod as is read."""

    metadata: ObjectMeta = msgspec.field(default_factory=ObjectMeta)
    spec: _PodSpec = msgspec.field(default_factory=_PodSpec)
    status: _PodStatus = msgspec.field(default_factory=_PodStatus)


def decode_pod(pod: WirePod) -> Pod:
    """What the algorithm needs of a pod; init containers count if they stay (restartPolicy Always).

    Raises QuantityError or TimestampError.
    """
    ready = next((condition for condition in pod.status.conditions if condition.type == "Ready"), None)
    lasting = [container for container in pod.spec.init_containers if container.restart_policy == "Always"]
    return Pod(
        name=pod.metadata.name,
        phase=pod.status.phase,
        ready=None if ready is None else _ready(ready),
        start_time=_time(pod.status.start_time),
        deleting=pod.metadata.deletion_timestamp is not None,
        requests={container.name: _amounts(container.resources) for container in (*pod.spec.containers, *lasting)},
        pod_requests={} if pod.spec.resources is None else _amounts(pod.spec.resources),
        deletion_cost=pod.metadata.annotations.get(DELETION_COST, ""),
    )


def _ready(condition: _PodCondition) -> PodReady | None:
    since = _time(condition.last_transition_time)
    return None if since is None else PodReady(status=condition.status, last_transition=since)


def _time(text: str | None) -> datetime | None:
    return None if text is None else parse_time(text)


def _amounts(resources: _Resources) -> dict[str, Milli]:
    return {name: Milli(parse_quantity(str(amount)).milli_value()) for name, amount in resources.requests.items()}
