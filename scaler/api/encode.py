"""How is a status written? Values to wire structs that print as Go prints theirs."""

import msgspec

from adapter.kube.meta import format_time
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.api.encode_metrics import encode_metric_status
from scaler.api.wire import WireStruct
from scaler.api.wire_status import WireCondition, WireStatus


def encode_status(status: AutoscalerStatus) -> WireStatus:
    return WireStatus(
        observed_generation=status.observed_generation,
        last_scale_time=None if status.last_scale_time is None else format_time(status.last_scale_time),
        current_replicas=status.current_replicas,
        desired_replicas=status.desired_replicas,
        current_metrics=tuple(map(encode_metric_status, status.current_metrics)) or None,
        conditions=tuple(map(encode_condition, status.conditions)) or None,
        memory=None if status.memory is None else dict(status.memory),
        state=status.state,
        reference=status.reference,
        targets=status.targets,
    )


def encode_condition(condition: Condition) -> WireCondition:
    """The transition time loses what is finer than a second, as metav1.Time does."""
    return WireCondition(
        type=condition.type,
        status=condition.status,
        last_transition_time=format_time(condition.last_transition),
        reason=condition.reason,
        message=condition.message,
    )


def as_json(struct: WireStruct) -> object:
    """The struct as JSON's own objects, lists, texts and numbers: for comparisons, and for bodies put together."""
    decoded: object = msgspec.json.decode(msgspec.json.encode(struct))
    return decoded
