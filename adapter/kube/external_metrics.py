"""What does the external metrics API put on the wire? The objects of external.metrics.k8s.io/v1beta1 as JSON."""

from collections.abc import Iterable
from typing import Final

import msgspec

from adapter.kube.meta import ListMeta

GROUP: Final = "external.metrics.k8s.io"
VERSION: Final = "v1beta1"
GROUP_VERSION: Final = f"{GROUP}/{VERSION}"
LIST_KIND: Final = "ExternalMetricValueList"


class NotAMetricList(ValueError):
    """The body is not an ExternalMetricValueList; the message says where it differs."""


class ExternalMetricValue(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True, kw_only=True):
    """One series' value: `value` is a quantity's text, `timestamp` RFC 3339, `window` seconds and left out if None."""

    metric_name: str
    metric_labels: dict[str, str] | None
    timestamp: str
    window: int | None = None
    value: str


class ExternalMetricValueList(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """All values of one metric that a selector chose; none means that the metric is missing."""

    kind: str = LIST_KIND
    api_version: str = GROUP_VERSION
    metadata: ListMeta = ListMeta()
    items: tuple[ExternalMetricValue, ...] = ()


class _LenientValue(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """A value as other adapters write it: a Go zero time is null, and a nil map too."""

    metric_name: str = ""
    metric_labels: dict[str, str] | None = None
    timestamp: str | None = None
    window: int | None = None
    value: str | int | float


class _LenientList(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """A list as other adapters write it: a Go nil slice is null."""

    kind: str
    api_version: str
    metadata: ListMeta | None = None
    items: tuple[_LenientValue, ...] | None = None


def encode_list(items: Iterable[ExternalMetricValue]) -> bytes:
    """The JSON body of a list, its keys in the order Go's servers give them."""
    return _ENCODER.encode(ExternalMetricValueList(items=tuple(items)))


def decode_list(body: bytes) -> ExternalMetricValueList:
    """The list in an answer of this or another adapter; fields nobody here knows are skipped.

    Raises NotAMetricList, for a Status in place of a list too.
    """
    try:
        found = _DECODER.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotAMetricList(f"not an {LIST_KIND}: {error}") from error
    if (found.kind, found.api_version) != (LIST_KIND, GROUP_VERSION):
        raise NotAMetricList(f"expected {LIST_KIND} of {GROUP_VERSION}, got {found.kind} of {found.api_version}")
    return ExternalMetricValueList(metadata=found.metadata or ListMeta(), items=tuple(map(_strict, found.items or ())))


def _strict(found: _LenientValue) -> ExternalMetricValue:
    return ExternalMetricValue(
        metric_name=found.metric_name,
        metric_labels=found.metric_labels,
        timestamp=found.timestamp or "",
        window=found.window,
        value=str(found.value),
    )


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(_LenientList)
