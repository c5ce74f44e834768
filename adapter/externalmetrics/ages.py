"""How old are the samples that a query worked on? Asked for in the same query, since its own answer doesn't say."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import msgspec

from adapter.externalmetrics.queryshapes import SelectorShape
from adapter.prometheus.samples import Sample

AGE_LABEL = "__lagzero_oldest__"
"""Marks the samples of an answer whose value is the time of the oldest sample that went into it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aged:
    """Samples with the time of the oldest that went into them; `age_seconds` is how long before the query that was."""

    samples: tuple[Sample, ...]
    age_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TooOld:
    """Why samples don't count."""

    text: str


def with_ages(promql: str, selectors: Sequence[SelectorShape], *, series: str, matchers: str, by: str) -> str:
    """The query, whose answer also holds the oldest sample's time for each selector, per group of the labels `by`."""
    # The line breaks keep a comment at the end of the query from swallowing what follows.
    ages = (
        f'label_replace(min(timestamp({selector.text(series, matchers)})) by ({by}),"{AGE_LABEL}","{number}","","")'
        for number, selector in enumerate(selectors)
    )
    return "\nor ".join((f"({promql}\n)", *ages))


def aged(samples: Sequence[Sample], *, max_age_seconds: float) -> Aged | TooOld:
    """The samples of one answer of `with_ages`, if the oldest is not older than that.

    Without the time of any sample, though there are values, they come from further back than Prometheus looks, or from
    no sample at all.
    """
    oldest = [sample for sample in samples if _is_age(sample)]
    values = tuple(sample for sample in samples if not _is_age(sample))
    if not values:
        return Aged(samples=(), age_seconds=0.0)
    if not oldest:
        return TooOld(text="no sample lately: the rule's maxAge needs one, but Prometheus finds none to date")
    age = max(sample.at.timestamp() - float(sample.value) for sample in oldest)
    if age > max_age_seconds:
        return TooOld(text=f"the last sample is {age:.0f}s old, and the rule's maxAge is {max_age_seconds:g}s")
    at = datetime.fromtimestamp(0, UTC) + timedelta(seconds=values[0].at.timestamp() - age)
    return Aged(samples=tuple(msgspec.structs.replace(sample, at=at) for sample in values), age_seconds=max(0.0, age))


def _is_age(sample: Sample) -> bool:
    return sample.labels is not None and AGE_LABEL in sample.labels
