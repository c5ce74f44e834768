"""Which items does the API send for the samples of a query? Labels as they are, values exactly."""

from dataclasses import dataclass
from types import MappingProxyType

from adapter.kube.external_metrics import ExternalMetricValue
from adapter.kube.meta import format_time
from adapter.kube.quantity import NotAQuantity, QuantityError, SampleKind, quantity_of_sample
from adapter.prometheus.samples import QueryResult, Sample


@dataclass(frozen=True, slots=True, kw_only=True)
class Unusable:
    """Why a sample isn't a value that may be sent: it is named, with its value and the policy that forbids it."""

    text: str


def items_of(result: QueryResult, *, metric: str) -> tuple[ExternalMetricValue, ...] | Unusable:
    """One item for each sample, in Prometheus' order; Unusable when one of them has no finite value that fits.

    One such sample spoils the answer: a sum without it would be too small.
    """
    items = []
    for sample in result.samples:
        item = _item_of(sample, metric)
        if isinstance(item, Unusable):
            return item
        items.append(item)
    return tuple(items)


def _item_of(sample: Sample, metric: str) -> ExternalMetricValue | Unusable:
    try:
        quantity = quantity_of_sample(sample.value)
    except NotAQuantity as error:
        return Unusable(
            text=f"metric {metric!r}: {_series_of(sample)} is {_EXPLAINED[error.kind].format(sample.value)}"
        )
    except QuantityError as error:
        return Unusable(text=f"metric {metric!r}: {_series_of(sample)}: {error}")
    return ExternalMetricValue(
        metric_name=metric,
        metric_labels=None if sample.labels is None else dict(sample.labels),
        timestamp=format_time(sample.at),
        value=str(quantity),
        window=None,
    )


def _series_of(sample: Sample) -> str:
    if sample.labels is None:
        return "the scalar"
    labels = ", ".join(f"{name}={value!r}" for name, value in sorted(sample.labels.items()))
    return f"the series {{{labels}}}"


_DIVISION = "usually a division by zero in the query"
_EXPLAINED = MappingProxyType(
    {
        SampleKind.NAN: f"{{}}, which is an error by policy onNaN=error: {_DIVISION}",
        SampleKind.POSITIVE_INFINITY: f"{{}}, which is an error by policy onInf=error: {_DIVISION}",
        SampleKind.NEGATIVE_INFINITY: f"{{}}, which is an error by policy onInf=error: {_DIVISION}",
        SampleKind.OVERFLOW: "{}, which is an error by policy onInf=error: Kubernetes counts to 9223372036854775",
    }
)
