"""`lagzero query` as its documentation shows it, on a real Prometheus."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.support.prometheus_server import RealPrometheus

pytestmark = pytest.mark.integration

RULES = """\
externalRules:
- seriesQuery: '{__name__="queue_consumer_lag",name!=""}'
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (name)'
  resources: {overrides: {namespace: {resource: "namespace"}}}
"""


def lagzero_query(tmp_path: Path, prometheus: RealPrometheus, *words: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "rules.yaml").write_text(RULES)
    program = [sys.executable, "-c", "from scaler.cli import main; main()", "query"]
    flags = ["--rules", str(tmp_path / "rules.yaml"), "--prometheus", prometheus.url]
    return subprocess.run([*program, *flags, *words], capture_output=True, text=True, timeout=60, check=False)


def test_the_documented_example_answers_the_body_of_the_api(prometheus: RealPrometheus, tmp_path: Path) -> None:
    prometheus.expose('queue_consumer_lag{namespace="default",name="worker_tasks"}', "42")
    answer = lagzero_query(
        tmp_path, prometheus, "default", "queue_consumer_lag", "-l", "name=worker_tasks", "-o", "json"
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    [item] = msgspec.json.decode(answer.stdout)["items"]
    assert (item["metricLabels"], item["value"]) == ({"name": "worker_tasks"}, "42")


def test_a_queue_that_is_not_there_is_a_negative_answer(prometheus: RealPrometheus, tmp_path: Path) -> None:
    answer = lagzero_query(tmp_path, prometheus, "default", "queue_consumer_lag", "-l", "name=nobody")
    assert (answer.returncode, answer.stderr.startswith("error: missing: the query worked")) == (1, True)
