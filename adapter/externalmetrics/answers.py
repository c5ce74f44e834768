"""How can a read of a metric end? Four ways that nobody may mix up."""

from dataclasses import dataclass, replace
from enum import StrEnum, auto
from http import HTTPStatus
from typing import assert_never

from adapter.kube.external_metrics import ExternalMetricValue
from adapter.prometheus.observer import ReadOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The query worked. Without items the metric is *missing*: known, but nothing is there.

    `query` is what was sent.
    """

    items: tuple[ExternalMetricValue, ...]
    query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownMetric:
    """No rule serves a metric of that name (404)."""

    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """What was asked for can't be expressed as a query (400)."""

    message: str


class Cause(StrEnum):
    """Whose fault a failure is, as far as it is counted: any, or a value that is no number."""

    ANY = auto()
    NOT_A_NUMBER = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """There may be a value, but it can't be had: the cause, without secrets, and the HTTP status for it (5xx)."""

    message: str
    code: int
    cause: Cause = Cause.ANY

    def of_query(self, promql: str) -> "Broken":
        """The same failure, which also says what was asked for, in one line that isn't endless."""
        line = " ".join(promql.split())
        shown = line if len(line) <= _LONGEST_QUERY else f"{line[:_LONGEST_QUERY]}..."
        return replace(self, message=f"{self.message} [PromQL: {shown}]")


def outcome_of(answer: "Answer") -> ReadOutcome:
    """How a read that was answered so is counted."""
    match answer:
        case Found(items=items):
            return ReadOutcome.OK if items else ReadOutcome.EMPTY
        case UnknownMetric():
            return ReadOutcome.UNKNOWN
        case Refused():
            return ReadOutcome.DENIED
        case Broken(cause=Cause.NOT_A_NUMBER):
            return ReadOutcome.NAN
        case Broken(code=code):
            return ReadOutcome.TIMEOUT if code == HTTPStatus.GATEWAY_TIMEOUT else ReadOutcome.ERROR
    assert_never(answer)


_LONGEST_QUERY = 500
Answer = Found | UnknownMetric | Refused | Broken
