"""How does Prometheus see the broker's queues? As `queue_consumer_lag{namespace=VHOST, name=QUEUE}`, each second.

What else a scenario serves it sees as it is.
"""

import json
import shutil
from pathlib import Path
from typing import Any, Final

from e2e.control_plane.api import Api
from e2e.control_plane.processes import Processes, Program
from e2e.ports import free_port

_SERIES: Final = "rabbitmq_detailed_queue_messages"


class NoPrometheusError(Exception):
    """Prometheus is not installed: what to install."""


class Prometheus:
    """One server that can be stopped and started again, with the same address and the same data."""

    def __init__(self, running: Processes, *, exporter: str) -> None:
        """It scrapes the broker's `exporter`, HOST:PORT."""
        self._running = running
        self._exporter = exporter
        self._address = f"127.0.0.1:{free_port()}"
        self._others = running.folder / "others.json"
        self._program: Program | None = None

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://{self._address}"

    def start(self) -> None:
        """Start it and wait until it is ready."""
        folder = self._running.folder
        config = folder / "prometheus.yml"
        self.scrape()
        config.write_text(json.dumps(_configuration(self._exporter, self._others)))
        command = [
            require_prometheus(),
            f"--config.file={config}",
            f"--storage.tsdb.path={folder / 'prometheus'}",
            f"--web.listen-address={self._address}",
            "--log.level=warn",
        ]
        ready = Api(self.url)
        self._program = self._running.start("prometheus", command, up=lambda: ready.answers("/-/ready"))

    def scrape(self, *addresses: str) -> None:
        """From now on also these, HOST:PORT each, and nobody else but the broker."""
        written = self._others.with_suffix(".new")
        written.write_text(json.dumps([{"targets": list(addresses)}]))
        written.rename(self._others)

    def stop(self) -> None:
        """End it; from then on nobody listens at its address."""
        if self._program is not None:
            self._running.stop(self._program)
            self._program = None

    def values(self, promql: str) -> tuple[str, ...]:
        """The values of an instant query, as Prometheus prints them."""
        answer = Api(self.url).get("/api/v1/query", query=promql)
        result: list[dict[str, Any]] = answer.body["data"]["result"]
        return tuple(each["value"][1] for each in result)


def require_prometheus() -> str:
    """The program's path; raises NoPrometheusError where there is none."""
    program = shutil.which("prometheus")
    if program is None:
        raise NoPrometheusError("needs the program `prometheus` on PATH (Debian package prometheus)")
    return program


def _configuration(exporter: str, others: Path) -> dict[str, Any]:
    relabel = [
        {"source_labels": ["__name__"], "regex": _SERIES, "action": "keep"},
        {"target_label": "__name__", "replacement": "queue_consumer_lag"},
        {"source_labels": ["vhost"], "target_label": "namespace"},
        {"source_labels": ["queue"], "target_label": "name"},
        {"regex": "vhost|queue", "action": "labeldrop"},
    ]
    job = {
        "job_name": "rabbitmq",
        "metrics_path": "/metrics/detailed",
        "params": {"family": ["queue_coarse_metrics"]},
        "static_configs": [{"targets": [exporter]}],
        "metric_relabel_configs": relabel,
    }
    other = {"job_name": "others", "file_sd_configs": [{"files": [str(others)], "refresh_interval": "1s"}]}
    return {"global": {"scrape_interval": "1s", "scrape_timeout": "1s"}, "scrape_configs": [job, other]}
