"""Which autoscaler is this? A whole object on the wire, defaulted and decoded."""

from datetime import UTC, datetime
from typing import Final

import msgspec

from adapter.kube.meta import NamespacedName, ObjectMeta, TimestampError, parse_time
from adapter.kube.quantity import Quantity
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.decode import decode_spec
from scaler.api.decode_metrics import MilliValue, decode_reference
from scaler.api.decode_status import decode_status
from scaler.api.defaults import default_spec
from scaler.api.kinds import AutoscalerKind
from scaler.api.pauses import pause_author
from scaler.api.quantities import DecodeError
from scaler.api.types import AutoscalerSpec
from scaler.api.wire_object import WireAutoscaler


def decode_autoscaler(
    wire: WireAutoscaler, *, kind: AutoscalerKind, milli_value: MilliValue = Quantity.milli_value
) -> Autoscaler:
    """The object as values, with an API server's defaults filled in: a CRD's schema can't do all of them.

    `kind` is that of the path the object came from. Raises DecodeError for what can't be read.
    """
    spec = wire.spec if kind.has_zero_block else msgspec.structs.replace(wire.spec, zero=None)
    metadata = wire.metadata
    return Autoscaler(
        kind=kind,
        key=NamespacedName(namespace=metadata.namespace, name=metadata.name),
        uid=metadata.uid,
        generation=metadata.generation,
        resource_version=metadata.resource_version,
        annotations=metadata.annotations,
        paused_by=pause_author(metadata),
        finalizers=metadata.finalizers,
        deleting=_deleting(metadata),
        spec=decode_spec(default_spec(spec), milli_value=milli_value),
        status=decode_status(wire.status),
    )


def decode_faulty(wire: WireAutoscaler, *, kind: AutoscalerKind, fault: str) -> Autoscaler:
    """What can be told of an object that `decode_autoscaler` can't read: enough to say so on it, and to do nothing."""
    metadata = wire.metadata
    spec = AutoscalerSpec(
        scale_target_ref=decode_reference(wire.spec.scale_target_ref),
        min_replicas=1 if wire.spec.min_replicas is None else wire.spec.min_replicas,
        max_replicas=wire.spec.max_replicas,
    )
    return Autoscaler(
        kind=kind,
        key=metadata.key,
        uid=metadata.uid,
        generation=metadata.generation,
        resource_version=metadata.resource_version,
        annotations=metadata.annotations,
        finalizers=metadata.finalizers,
        deleting=_deleting(metadata),
        spec=spec,
        status=_readable_status(wire),
        fault=fault,
    )


def _readable_status(wire: WireAutoscaler) -> AutoscalerStatus:
    """An unreadable one is written anew."""
    try:
        return decode_status(wire.status)
    except (DecodeError, TimestampError):
        return AutoscalerStatus()


_LONG_AGO: Final = datetime(1, 1, 1, tzinfo=UTC)


def _deleting(metadata: ObjectMeta) -> datetime | None:
    """A time that can't be read is long over: what waits for it gives up."""
    if metadata.deletion_timestamp is None:
        return None
    try:
        return parse_time(metadata.deletion_timestamp)
    except TimestampError:
        return _LONG_AGO
