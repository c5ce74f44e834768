"""Every metric of the programs, with its labels, stands in docs/adapter.md or docs/scaler.md, and no other does."""

import re
from collections.abc import Iterator
from pathlib import Path

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
from tests.architecture.tree import ROOT, name_of, repository_files

PAGES = {name: (ROOT / f"docs/{name}.md").read_text(encoding="utf-8") for name in ("adapter", "scaler")}
TEXTS = [
    file
    for file in repository_files()
    if file.suffix in {".md", ".yaml", ".json"} and "lagzero_" in file.read_text(encoding="utf-8")
]
_NAME = re.compile(r"\blagzero_(?:adapter|engine|scaler)_\w+")
_SAMPLE_ENDING = re.compile(r"_(bucket|sum|count)$")
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
    rows = _ROW.findall(PAGES[program])
    assert shown == {name: tuple(filter(None, labels.split(","))) for name, labels in rows}
    assert len(shown) == len(rows)


@pytest.mark.parametrize("file", TEXTS, ids=name_of)
def test_a_text_speaks_of_metrics_that_there_are(file: Path) -> None:
    known = {name for registry in registries().values() for name, _ in families(registry)}
    named = set(_NAME.findall(file.read_text(encoding="utf-8")))
    assert set() == {name for name in named if _SAMPLE_ENDING.sub("", name) not in known and name not in known}


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
