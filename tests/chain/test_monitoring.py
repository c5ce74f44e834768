"""Alerts and dashboards on the metrics of programs that run: nothing is misspelt, and what breaks is told."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.architecture.monitoring import Expression, expressions
from tests.chain.cluster import Cluster
from tests.chain.polling import until
from tests.chain.programs import RULES, ScalerProcess, run_registered_adapter, run_sandbox, run_scaler, write_rules
from tests.chain.watchtower import Watchtower, run_watchtower
from tests.chain.worker import Worker
from tests.support.prometheus_server import RealPrometheus, run_prometheus

NAMESPACE = "jobs"
# The serving certificate lasts for a day, so this one is told from the start.
_ALWAYS = ("LagzeroServingCertificateExpires", "")
# What a machine that stands still for seconds brings about, however well the programs are.
_OF_THE_MACHINE = ("LagzeroScalerLate", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Both programs, the Prometheus they ask (until `outage`), and the one that watches them."""

    cluster: Cluster
    prometheus: RealPrometheus
    outage: ExitStack
    rules: Path
    scaler: ScalerProcess
    watchtower: Watchtower

    def worker(self, name: str) -> Worker:
        return Worker(
            cluster=self.cluster, prometheus=self.prometheus, scaler=self.scaler, kind="Deployment", name=name
        )

    def read(self, metric: str) -> None:
        """What a stock autoscaler does, through the API server."""
        self.cluster.get(f"/apis/external.metrics.k8s.io/v1beta1/namespaces/{NAMESPACE}/{metric}")

    def change_rules(self, text: str) -> None:
        """In one step, as a ConfigMap is changed: the adapter may look at any moment."""
        written = self.rules.with_suffix(".new")
        written.write_text(text)
        written.replace(self.rules)


@contextmanager
def run_stage(folder: Path) -> Iterator[Stage]:
    def part(name: str) -> Path:
        (folder / name).mkdir()
        return folder / name

    with ExitStack() as programs, ExitStack() as outage:
        prometheus = outage.enter_context(run_prometheus(part("prometheus")))
        cluster = programs.enter_context(run_sandbox(part("sandbox")))
        cluster.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}})
        adapter = programs.enter_context(run_registered_adapter(cluster, part("adapter"), prometheus.url))
        flags = ("--external-metrics", "engine", "--rules", write_rules(part("scaler")), "--prometheus", prometheus.url)
        scaler = programs.enter_context(run_scaler(cluster, folder / "scaler", NAMESPACE, *flags))
        watchtower = run_watchtower(part("watchtower"), cluster, adapter.url, folder / "adapter" / "ca.crt", scaler)
        yield Stage(
            cluster=cluster,
            prometheus=prometheus,
            outage=outage,
            rules=folder / "adapter" / "rules.yaml",
            scaler=scaler,
            watchtower=programs.enter_context(watchtower),
        )


@pytest.fixture(scope="module")
def at_work(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """One worker that has slept and woken, and rules that were changed meanwhile."""
    with run_stage(tmp_path_factory.mktemp("monitoring")) as stage:
        stage.change_rules(f"{RULES}  maxAge: 1m\n")
        worker = stage.worker("busy")
        worker.backlog(0)
        worker.create(count=1)
        worker.until_asleep()
        worker.backlog(100)
        worker.until_count(4)
        yield stage


@pytest.mark.parametrize("expression", expressions(), ids=lambda each: each.place)
def test_prometheus_understands(at_work: Stage, expression: Expression) -> None:
    at_work.watchtower.ask(expression.promql)


def test_the_programs_tell_of_every_metric_that_is_asked_for(at_work: Stage) -> None:
    wanted = {_family(name) for expression in expressions() for name in expression.metrics()}
    assert set() == wanted - {_family(name) for name in at_work.watchtower.metadata()}


def test_every_panel_shows_something_once_there_is_work(at_work: Stage) -> None:
    """But those on troubles, and on grouping, which takes several autoscalers."""
    panels = [each for each in expressions() if each.place.startswith("lagzero-")]

    def empty() -> set[str]:
        at_work.read("queue_consumer_lag")
        return {each.place for each in panels if not at_work.watchtower.ask(each.promql)}

    idle = {
        "lagzero-scaler: Who is in trouble now A",
        "lagzero-adapter: Reads answered together, and grouping given up A",
        "lagzero-adapter: Reads answered together, and grouping given up B",
    }
    until("every other panel shows something", empty, lambda seen: seen <= idle)


def test_a_healthy_run_is_quiet(at_work: Stage) -> None:
    until("the watchtower has looked", at_work.watchtower.firing, lambda seen: _ALWAYS in seen)
    assert {_ALWAYS} == at_work.watchtower.firing() - {_OF_THE_MACHINE}


def test_what_goes_wrong_is_told(tmp_path: Path) -> None:
    with run_stage(tmp_path) as stage:
        worker = stage.worker("blind")
        worker.backlog(60)
        worker.create(count=2)
        worker.until_state("Active")

        stage.change_rules("externalRules: [")
        stage.outage.close()
        stage.watchtower.until_firing("LagzeroPrometheusUnreachable", "prometheus")
        stage.watchtower.until_firing("LagzeroMetricsUnavailable", "jobs/blind")
        stage.watchtower.until_firing("LagzeroReloadRefused", "rules")

        stage.scaler.stop()
        stage.watchtower.until_firing("LagzeroNoLeader")
        assert [] == [text for text in stage.watchtower.texts() if "error" in text or "{{" in text]


def _family(name: str) -> str:
    """Without what a histogram adds, and what older and newer scrapes make of a counter's name."""
    for ending in ("_bucket", "_count", "_sum", "_total"):
        name = name.removesuffix(ending)
    return name
