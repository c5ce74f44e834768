"""Every metric of the programs, with its labels, stands in docs/adapter.md or docs/scaler.md, and no other does."""

import re
from collections.abc import Iterator

import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.metrics_core import Metric

from adapter.apiserver.authority_metrics import AuthorityMetrics
from adapter.apiserver.telemetry import Telemetry
from adapter.externalmetrics.engine_metrics import EngineMetrics
from adapter.process.clock import SystemClock
from scaler.telemetry.census import Census
from scaler.telemetry.metrics import ScalerMetrics
from scaler.telemetry.watches import WatchSilence
from tests.architecture.tree import ROOT

PAGES = {name: (ROOT / f"docs/{name}.md").read_text(encoding="utf-8") for name in ("adapter", "scaler")}
_ROW = re.compile(r"^\| `(lagzero_\w+)(?:\{([\w,]+)\})?` \|", re.MULTILINE)
_PREFIXES = {"adapter": ("lagzero_adapter_", "lagzero_engine_"), "scaler": ("lagzero_scaler_",)}


def registries() -> dict[str, CollectorRegistry]:
    """What each program registers, the adapter with an authority of its own, the scaler with an engine."""
    adapter, scaler = Telemetry(), ScalerMetrics()
    AuthorityMetrics(adapter.registry)
    for registry in (adapter.registry, scaler.registry):
        EngineMetrics(registry, SystemClock())
    scaler.registry.register(Census(leads=lambda: True, is_there=lambda _key: True))
    scaler.registry.register(WatchSilence(tuple, SystemClock()))
    return {"adapter": adapter.registry, "scaler": scaler.registry}


@pytest.mark.parametrize("program", PAGES)
def test_the_table_is_what_the_program_shows(program: str) -> None:
    shown = {name: labels for name, labels in families(registries()[program]) if name.startswith(_PREFIXES[program])}
    assert shown == {name: tuple(filter(None, labels.split(","))) for name, labels in _ROW.findall(PAGES[program])}


@pytest.mark.parametrize("program", PAGES)
def test_names_are_the_conventional_ones(program: str) -> None:
    """A counter ends in `_total`, whatever has a unit in that unit, and nothing says what it is twice."""
    families = [family for family in registries()[program].collect() if family.name.startswith("lagzero_")]
    assert [] == [family.name for family in families if re.search(r"_(count|sum|ms|milliseconds|gauge)$", family.name)]
    assert [] == [family.name for family in families if not family.documentation.endswith(".")]


def families(registry: CollectorRegistry) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Name and labels of each metric, as the documentation has them."""
    for collector in registry._collector_to_names:
        for family in collector.collect():
            labelled = collector if isinstance(collector, MetricWrapperBase) else family
            yield _written(family), tuple(getattr(labelled, "_labelnames", ()))


def _written(family: Metric) -> str:
    """The name by which a query asks for it; the parts of a histogram go without saying."""
    return f"{family.name}_total" if family.type == "counter" else family.name
