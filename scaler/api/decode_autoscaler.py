"""Which autoscaler is this? A whole object on the wire, defaulted and decoded."""

import msgspec

from adapter.kube.meta import NamespacedName
from adapter.kube.quantity import Quantity
from scaler.api.autoscaler import Autoscaler
from scaler.api.decode import decode_spec
from scaler.api.decode_metrics import MilliValue
from scaler.api.decode_status import decode_status
from scaler.api.defaults import default_spec
from scaler.api.kinds import AutoscalerKind
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
        spec=decode_spec(default_spec(spec), milli_value=milli_value),
        status=decode_status(wire.status),
    )
