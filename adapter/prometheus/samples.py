"""What does the answer to an instant query hold? Samples, each value in the very text that Prometheus printed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

import msgspec


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """One value at one time. `labels` is None for a scalar, which has none; `value` is decimal text, NaN or +-Inf."""

    labels: Mapping[str, str] | None
    at: datetime
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryResult:
    """With `warnings` the answer may be partial: a store behind Prometheus may not have answered."""

    samples: tuple[Sample, ...]
    warnings: tuple[str, ...] = ()

    @property
    def partial_text(self) -> str:
        """What to say of an answer with warnings."""
        return f"the answer is partial: {'; '.join(self.warnings)}"


class AnswerError(ValueError):
    """An answer that can't be taken for the values of a metric. The text is the cause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Prometheus' own word of why it has no answer; `kind` is its `errorType`."""

    kind: str
    text: str


def decode_query(body: bytes) -> QueryResult:
    """The samples of an instant query's answer.

    Raises AnswerError when it isn't a vector or scalar: another type, a histogram, or nonsense.
    """
    try:
        envelope = _ENVELOPE.decode(body)
        data = _checked(envelope)
        if data.result_type == "vector":
            samples = tuple(_sample_of(series) for series in _VECTOR.decode(data.result))
            return QueryResult(samples=samples, warnings=envelope.warnings or ())
        if data.result_type == "scalar":
            at, value = _SCALAR.decode(data.result)
            samples = (Sample(labels=None, at=_time_of(at), value=value),)
            return QueryResult(samples=samples, warnings=envelope.warnings or ())
    except _UNREADABLE as error:
        raise AnswerError(f"this does not look like a Prometheus API: {error}") from error
    kind = data.result_type
    raise AnswerError(f"the query answers a {kind}, but a metric needs an instant vector or a scalar{_hint(kind)}")


def decode_names(body: bytes) -> tuple[str, ...]:
    """The values that a label-values endpoint lists. Raises as `decode_query` does, and for a list that is partial."""
    try:
        answer = _NAMES.decode(body)
    except _UNREADABLE as error:
        raise AnswerError(f"this does not look like a Prometheus API: {error}") from error
    _require_success(answer)
    if answer.warnings:
        raise AnswerError(f"the answer is partial: {'; '.join(answer.warnings)}")
    return answer.data or ()


def decode_failure(body: bytes) -> Failure | None:
    """Prometheus' error in the answer to a refused request; None when a stranger (a proxy, a login page) answered."""
    try:
        answer = _ANSWER.decode(body)
    except _UNREADABLE:
        return None
    return Failure(kind=answer.error_type, text=answer.error) if answer.status == "error" else None


class _Answer(msgspec.Struct, rename="camel", frozen=True):
    status: str
    error_type: str = ""
    error: str = ""
    warnings: tuple[str, ...] | None = ()


class _Data(msgspec.Struct, rename="camel", frozen=True):
    result_type: str
    result: msgspec.Raw


class _Envelope(_Answer, frozen=True):
    data: _Data | None = None


class _NamesEnvelope(_Answer, frozen=True):
    data: tuple[str, ...] | None = None


class _Series(msgspec.Struct, frozen=True):
    metric: dict[str, str]
    value: tuple[float, str] | None = None


# The last one is what an answer of thousands of nested lists raises.
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_ANSWER = msgspec.json.Decoder(_Answer)
_ENVELOPE = msgspec.json.Decoder(_Envelope)
_NAMES = msgspec.json.Decoder(_NamesEnvelope)
_VECTOR = msgspec.json.Decoder(tuple[_Series, ...])
_SCALAR = msgspec.json.Decoder(tuple[float, str])
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _checked(envelope: _Envelope) -> _Data:
    _require_success(envelope)
    if envelope.data is None:
        raise AnswerError("this does not look like a Prometheus API: the answer holds no data")
    return envelope.data


def _require_success(answer: _Answer) -> None:
    if answer.status != "success":
        raise AnswerError(f"this does not look like a Prometheus API: its status is {answer.status!r}")


def _sample_of(series: _Series) -> Sample:
    if series.value is None:  # a native histogram stands in another field
        raise AnswerError("the query answers a histogram, not a number: use histogram_quantile or the like")
    at, value = series.value
    return Sample(labels=series.metric, at=_time_of(at), value=value)


# Every sample of an answer has the same time.
@lru_cache(maxsize=64)
def _time_of(seconds: float) -> datetime:
    try:
        return _EPOCH + timedelta(seconds=seconds)
    except (OverflowError, ValueError) as error:
        raise AnswerError(f"this does not look like a Prometheus API: a sample at {seconds} seconds") from error


def _hint(result_type: str) -> str:
    if result_type == "matrix":
        return ': wrap the range in a function such as "rate" or "max_over_time"'
    return ""
