"""Does a scaler need the one place for external metrics in a cluster? No: another provider may have it, and keep it."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.chain.cluster import Cluster
from tests.chain.foreign import GROUP_VERSION, Foreign, run_foreign
from tests.chain.programs import API_SERVICE, ScalerProcess, run_sandbox, run_scaler, write_rules
from tests.chain.worker import Worker
from tests.support.prometheus_server import RealPrometheus

NAMESPACE = "jobs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A cluster whose external metrics are another's, and a scaler that asks Prometheus itself."""

    cluster: Cluster
    foreign: Foreign
    scaler: ScalerProcess
    prometheus: RealPrometheus

    def worker(self, name: str) -> Worker:
        return Worker(
            cluster=self.cluster, prometheus=self.prometheus, scaler=self.scaler, kind="Deployment", name=name
        )


@pytest.fixture(scope="module")
def stage(prometheus: RealPrometheus, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("foreign")
    flags = ("--external-metrics", "engine", "--rules", write_rules(folder), "--prometheus", prometheus.url)
    with run_sandbox(folder / "sandbox") as cluster, run_foreign(cluster, folder) as foreign:
        cluster.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}})
        with run_scaler(cluster, folder, NAMESPACE, *flags) as scaler:
            yield Stage(cluster=cluster, foreign=foreign, scaler=scaler, prometheus=prometheus)


def test_a_worker_sleeps_and_wakes_by_what_prometheus_says(stage: Stage) -> None:
    worker = stage.worker("sleeper-beside-a-stranger")
    worker.backlog(0)
    worker.create(count=1)
    worker.until_asleep()
    worker.backlog(75)
    worker.until_count(3)


def test_the_other_provider_is_asked_nothing(stage: Stage) -> None:
    worker = stage.worker("busy-beside-a-stranger")
    worker.backlog(75)
    worker.create(count=1)
    worker.until_reads(75)
    assert [] == [read for read in stage.foreign.asked() if worker.name in read]


def test_the_other_provider_keeps_its_api(stage: Stage) -> None:
    before = stage.cluster.get(API_SERVICE)["spec"]
    worker = stage.worker("third-beside-a-stranger")
    worker.backlog(40)
    worker.create(count=1)
    worker.until_count(2)
    answer = stage.cluster.get(f"{GROUP_VERSION}/namespaces/{NAMESPACE}/queue_consumer_lag")
    assert (before, ["0"]) == (
        stage.cluster.get(API_SERVICE)["spec"],
        [item["value"] for item in answer["items"]],
    )
