"""A command line with everything that is needed, for tests to bend."""

from pathlib import Path

import pytest

from adapter.process.logging import LogFormat, LogLevel
from scaler.config import ExternalMetricsSource, Flags

RULES = """externalRules:
- seriesQuery: 'queue_consumer_lag{namespace!=""}'
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>})'
"""
KUBECONFIG = """apiVersion: v1
kind: Config
current-context: here
contexts: [{name: here, context: {cluster: here, user: me}}]
clusters: [{name: here, cluster: {server: "http://127.0.0.1:9"}}]
users: [{name: me, user: {}}]
"""


@pytest.fixture
def flags(tmp_path: Path) -> Flags:
    """A command line with everything that is needed, and defaults for the rest."""
    (tmp_path / "rules.yaml").write_text(RULES)
    (tmp_path / "kubeconfig").write_text(KUBECONFIG)
    return Flags(
        kubeconfig=tmp_path / "kubeconfig",
        namespaces=(),
        external_metrics=ExternalMetricsSource.ENGINE,
        rules=tmp_path / "rules.yaml",
        prometheus="http://127.0.0.1:9090",
        sync_period="15s",
        wake_interval="1s",
        tolerance=0.1,
        downscale_stabilization="5m",
        cpu_initialization_period="5m",
        initial_readiness_delay="30s",
        demand_waiting_threshold="5m",
        leader_elect=True,
        leader_elect_resource_namespace=None,
        leader_elect_lease_duration="15s",
        leader_elect_renew_deadline="10s",
        leader_elect_retry_period="2s",
        parity=False,
        decision_log=None,
        decision_log_maxsize=100,
        decision_log_maxbackup=10,
        listen="127.0.0.1:8080",
        log_format=LogFormat.TEXT,
        log_level=LogLevel.INFO,
    )
