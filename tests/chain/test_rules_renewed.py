"""Rules that somebody edits come into use in a scaler that runs, and in the meantime nothing is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chain.cluster import Cluster
from tests.chain.programs import RULES, ScalerProcess, run_sandbox, run_scaler
from tests.chain.worker import Worker
from tests.support.prometheus_server import RealPrometheus

NAMESPACE = "edited"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with run_sandbox(tmp_path_factory.mktemp("edited-sandbox")) as running:
        running.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}})
        yield running


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that names no metric yet which anybody asks for."""
    path = tmp_path_factory.mktemp("edited-rules") / "rules.yaml"
    path.write_text(RULES.replace("queue_consumer_lag", "other_lag"))
    return path


@pytest.fixture(scope="module")
def scaler(
    cluster: Cluster, prometheus: RealPrometheus, rules: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ScalerProcess]:
    flags = ("--external-metrics", "engine", "--rules", rules, "--prometheus", prometheus.url)
    with run_scaler(cluster, tmp_path_factory.mktemp("edited-scaler"), NAMESPACE, *flags) as running:
        yield running


def test_a_metric_is_served_once_a_rule_for_it_was_written(
    cluster: Cluster, prometheus: RealPrometheus, scaler: ScalerProcess, rules: Path
) -> None:
    worker = Worker(cluster=cluster, prometheus=prometheus, scaler=scaler, kind="Deployment", name="edited")
    worker.backlog(90)
    worker.create(count=1)
    before = [record["outcome"]["kind"] for record in worker.until_decided(2)]
    rules.write_text(RULES)
    worker.until_count(3)
    assert ["NotNeeded", "NotNeeded"] == before[:2]
