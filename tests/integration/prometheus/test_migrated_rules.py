"""The rules made of ScaledObjects, on a real Prometheus: values, thresholds of activation, and no series."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import yaml

from tests.support.prometheus_server import RealPrometheus

pytestmark = pytest.mark.integration

_COMMAND = [sys.executable, "-c", "from scaler.cli import main; main()"]


def lagzero(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*_COMMAND, *words], input=given, capture_output=True, text=True, timeout=60, check=False)


def answered(prometheus: RealPrometheus, folder: Path, **metadata: str) -> str:
    """The value that the metric of a migrated trigger has; what the command says where it has none."""
    trigger = {"type": "prometheus", "metadata": {"serverAddress": prometheus.url, "threshold": "10", **metadata}}
    source = {
        "apiVersion": "keda.sh/v1alpha1",
        "kind": "ScaledObject",
        "metadata": {"name": "my-worker", "namespace": "jobs"},
        "spec": {"scaleTargetRef": {"name": "worker"}, "triggers": [trigger]},
    }
    made = lagzero("migrate", "from-keda", "-f", "-", "--folder", str(folder), given=yaml.safe_dump(source))
    assert made.returncode == 0, made.stderr
    where = ("--rules", str(folder / "rules.yaml"), "--prometheus", prometheus.url)
    answer = lagzero("query", *where, "jobs", "keda:jobs:my_worker:0", "-o", "json")
    if answer.returncode:
        return answer.stderr
    [item] = msgspec.json.decode(answer.stdout)["items"]
    value: str = item["value"]
    return value


@pytest.mark.parametrize(
    ("activation", "lag", "expected"),
    [("0", "3", "3"), ("5", "3", "0"), ("5", "5", "0"), ("5", "5.5", "5500m"), ("5", "7", "7"), ("0", "-3", "0")],
)
def test_the_value_is_the_querys_above_its_threshold_of_activation(
    prometheus: RealPrometheus, tmp_path: Path, activation: str, lag: str, expected: str
) -> None:
    series = f'migrated_lag{{activation="{activation}",lag="{lag}"}}'
    prometheus.expose(series, lag)
    assert expected == answered(prometheus, tmp_path, query=f"sum({series})", activationThreshold=activation)


def test_a_scalar_has_a_threshold_of_activation_too(prometheus: RealPrometheus, tmp_path: Path) -> None:
    assert "4" == answered(prometheus, tmp_path, query="2 + 2", activationThreshold="3")


@pytest.mark.parametrize(("ignored", "expected"), [("true", "0"), ("false", "error: missing")])
def test_no_series_is_zero_or_missing(prometheus: RealPrometheus, tmp_path: Path, ignored: str, expected: str) -> None:
    assert answered(prometheus, tmp_path, query="never_exposed", ignoreNullValues=ignored).startswith(expected)


def test_several_series_are_an_error(prometheus: RealPrometheus, tmp_path: Path) -> None:
    for name in ("a", "b"):
        prometheus.expose(f'migrated_several{{name="{name}"}}', "1")
    assert answered(prometheus, tmp_path, query="migrated_several").startswith("error: broken")
