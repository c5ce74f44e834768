"""How can a read of a metric end? Four ways that nobody may mix up."""

from dataclasses import dataclass

from adapter.kube.external_metrics import ExternalMetricValue


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """There may be a value, but it can't be had: the cause, without secrets, and the HTTP status for it (5xx)."""

    message: str
    code: int


Answer = Found | UnknownMetric | Refused | Broken
