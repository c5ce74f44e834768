"""Which items does the API send for the samples of a query? Values exactly, or by the rule's policies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType

from adapter.externalmetrics.policies import OnNegative, OnNotFinite, Reduce, ValuePolicies
from adapter.kube.external_metrics import ExternalMetricValue
from adapter.kube.meta import format_time
from adapter.kube.quantity import NotAQuantity, Quantity, QuantityError, SampleKind, quantity_of_sample
from adapter.prometheus.samples import Sample


@dataclass(frozen=True, slots=True, kw_only=True)
class Unusable:
    """Why a sample isn't a value that may be sent: it is named, with its value and the policy that forbids it."""

    text: str
    is_number: bool = True


def items_of(
    samples: Sequence[Sample], *, metric: str, policies: ValuePolicies, window_seconds: int | None = None
) -> tuple[ExternalMetricValue, ...] | Unusable:
    """One item for each sample, in Prometheus' order, or one for all when the rule reduces them.

    `window_seconds` is the time that each value is about. Unusable when one of them has no value that may be sent: a
    sum without it would be too small.
    """
    measured = []
    for sample in samples:
        amount = _amount_of(sample, policies)
        if isinstance(amount, Unusable):
            return replace(amount, text=f"metric {metric!r}: {amount.text}")
        measured.append(_Measured(labels=sample.labels, at=sample.at, amount=amount))
    reduced = _reduced(measured, policies)
    if isinstance(reduced, Unusable):
        return replace(reduced, text=f"metric {metric!r}: {reduced.text}")
    return tuple(_item_of(one, metric, window_seconds) for one in reduced)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measured:
    labels: Mapping[str, str] | None
    at: datetime
    amount: Quantity


def _amount_of(sample: Sample, policies: ValuePolicies) -> Quantity | Unusable:
    try:
        amount = quantity_of_sample(sample.value)
    except NotAQuantity as error:
        decided = _decided(error.kind, sample.value, policies)
    except QuantityError as error:
        return Unusable(text=f"{_series_of(sample)}: {error}")
    else:
        decided = amount
    if isinstance(decided, Unusable):
        return replace(decided, text=f"{_series_of(sample)} is {decided.text}")
    if decided.sign < 0 and policies.on_negative is OnNegative.ERROR:
        return Unusable(text=f"{_series_of(sample)} is {sample.value}, which is an error by policy onNegative=error")
    return _ZERO if decided.sign < 0 and policies.on_negative is OnNegative.ZERO else decided


def _decided(kind: SampleKind, text: str, policies: ValuePolicies) -> Quantity | Unusable:
    match policies.on_nan if kind is SampleKind.NAN else policies.on_infinity:
        case OnNotFinite.ZERO:
            return _ZERO
        case OnNotFinite.CLAMP:
            return _SMALLEST if text.startswith("-") else _LARGEST
        case OnNotFinite.ERROR:
            return Unusable(text=_EXPLAINED[kind].format(text), is_number=False)


def _reduced(measured: list[_Measured], policies: ValuePolicies) -> list[_Measured] | Unusable:
    if len(measured) <= 1 or policies.reduce is Reduce.NONE:
        return measured
    match policies.reduce:
        case Reduce.FIRST:
            return [min(measured, key=lambda one: sorted((one.labels or {}).items()))]
        case Reduce.MAX:
            return [max(measured, key=lambda one: one.amount)]
        case Reduce.ERROR:
            return Unusable(text=f"{len(measured)} series, which is an error by policy reduce=error: aggregate them")
        case Reduce.SUM:
            return _summed(measured, policies)


def _summed(measured: list[_Measured], policies: ValuePolicies) -> list[_Measured] | Unusable:
    total = Quantity.of_nano(sum(one.amount.nano for one in measured))
    if not _SMALLEST <= total <= _LARGEST:
        decided = _decided(SampleKind.OVERFLOW, str(total), policies)
        if isinstance(decided, Unusable):
            return replace(decided, text=f"the sum of {len(measured)} series is {decided.text}")
        total = decided
    first, *others = ((one.labels or {}).items() for one in measured)
    shared = {name: value for name, value in first if all((name, value) in labels for labels in others)}
    return [_Measured(labels=shared, at=min(one.at for one in measured), amount=total)]


def _item_of(one: _Measured, metric: str, window_seconds: int | None) -> ExternalMetricValue:
    return ExternalMetricValue(
        metric_name=metric,
        metric_labels=None if one.labels is None else dict(one.labels),
        timestamp=_timestamp(one.at),
        value=str(one.amount),
        window=window_seconds,
    )


def _series_of(sample: Sample) -> str:
    if sample.labels is None:
        return "the scalar"
    labels = ", ".join(f"{name}={value!r}" for name, value in sorted(sample.labels.items()))
    return f"the series {{{labels}}}"


# Every sample of an answer has the same time.
_timestamp = lru_cache(maxsize=64)(format_time)
_ZERO = Quantity.of_nano(0)
_LARGEST = Quantity.of_nano(9_223_372_036_854_775 * 10**9)
_SMALLEST = Quantity.of_nano(-9_223_372_036_854_775 * 10**9)
_DIVISION = "usually a division by zero in the query"
_EXPLAINED = MappingProxyType(
    {
        SampleKind.NAN: f"{{}}, which is an error by policy onNaN=error: {_DIVISION}",
        SampleKind.POSITIVE_INFINITY: f"{{}}, which is an error by policy onInf=error: {_DIVISION}",
        SampleKind.NEGATIVE_INFINITY: f"{{}}, which is an error by policy onInf=error: {_DIVISION}",
        SampleKind.OVERFLOW: "{}, which is an error by policy onInf=error: Kubernetes counts to 9223372036854775",
    }
)
