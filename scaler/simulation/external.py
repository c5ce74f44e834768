"""What do External metrics read in the simulated world? The scenario's series, as they stand or through rules."""

from collections.abc import Mapping
from typing import Protocol

from adapter.externalmetrics.policies import ValuePolicies
from adapter.externalmetrics.values import Unusable, items_of
from adapter.kube.quantity import QuantityError
from adapter.kube.selectors import Selector, SelectorError
from adapter.prometheus.samples import Sample
from scaler.algorithm.model import ExternalValues, MetricReading, MetricUnavailable
from scaler.api.selectors import metric_selector
from scaler.api.types import MetricIdentifier
from scaler.controller.readings import external_broken, external_missing
from scaler.simulation.amounts import milli_of_sample
from scaler.simulation.moments import Millis, wall_clock
from scaler.simulation.scenario import Labels, MetricKey
from scaler.simulation.timeline import Amount, Failing, Timeline

_AS_THE_ENGINE = ValuePolicies()
"""What the engine does where a rule says nothing."""


class ExternalReadings(Protocol):
    """Reads one External metric at a moment."""

    def read(self, namespace: str, metric: MetricIdentifier, now: Millis) -> MetricReading: ...


class SeriesAsTheyStand:
    """Without rules a metric is every series of its name that its selector chooses, whatever its namespace."""

    def __init__(self, metrics: Mapping[MetricKey, Timeline], *, parity: bool) -> None:
        self._metrics = metrics
        self._parity = parity
        self._chosen: dict[MetricIdentifier, tuple[tuple[Labels, Timeline], ...] | MetricUnavailable] = {}

    def read(self, namespace: str, metric: MetricIdentifier, now: Millis) -> MetricReading:
        chosen = self._chosen.get(metric)
        if chosen is None:
            chosen = self._chosen[metric] = self._choose(metric)
        if isinstance(chosen, MetricUnavailable):
            return chosen
        amounts: list[tuple[Labels, str]] = []
        for series, timeline in chosen:
            state = timeline.at(now)
            if isinstance(state, Failing):
                return external_broken(namespace, metric, state.message)
            if isinstance(state, Amount):
                amounts.append((series, state.text))
        if not amounts:
            return external_missing(namespace, metric)
        try:
            return ExternalValues(values=tuple(milli_of_sample(text, parity=self._parity) for _, text in amounts))
        except QuantityError as error:
            return external_broken(namespace, metric, _unusable(metric.name, amounts, now) or str(error))

    def _choose(self, metric: MetricIdentifier) -> tuple[tuple[Labels, Timeline], ...] | MetricUnavailable:
        try:
            selector: Selector = metric_selector(metric.selector)
        except SelectorError as error:
            return MetricUnavailable(message=str(error))
        return tuple(
            (series, timeline)
            for series, timeline in self._metrics.items()
            if isinstance(series, Labels) and series.name == metric.name and selector.matches(dict(series.labels))
        )


def _unusable(name: str, amounts: list[tuple[Labels, str]], now: Millis) -> str:
    """The engine's word on values that it doesn't send."""
    at = wall_clock(now)
    samples = tuple(Sample(labels=dict(series.labels), at=at, value=text) for series, text in amounts)
    items = items_of(samples, metric=name, policies=_AS_THE_ENGINE)
    return items.text if isinstance(items, Unusable) else ""
