"""Where do the values come from? A real Prometheus that scrapes one page of series, the same ones for ever."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from e2e.control_plane.api import Api
from e2e.control_plane.patience import eventually
from e2e.control_plane.processes import Processes
from e2e.control_plane.prometheus import require_prometheus
from e2e.exposition import exposed
from e2e.ports import free_port

_PAGE: Final = Path(__file__).with_name("series.prom")
_JOB: Final = "differential"


@contextmanager
def running_source(running: Processes) -> Iterator[str]:
    """The URL of a Prometheus that has seen every series. Raises NoPrometheusError where there is none."""
    program = require_prometheus()
    with exposed(_PAGE.read_bytes()) as exporter:
        folder, address = running.folder, f"127.0.0.1:{free_port()}"
        config = folder / "prometheus.yml"
        config.write_text(json.dumps(_configuration(exporter)))
        server = Api(f"http://{address}")
        command = [
            *(program, f"--config.file={config}", f"--storage.tsdb.path={folder / 'prometheus'}"),
            *(f"--web.listen-address={address}", "--log.level=warn"),
        ]
        running.start("prometheus", command, up=lambda: server.answers("/-/ready"))
        eventually("Prometheus has scraped the series", lambda: _has_scraped(server), within=60)
        yield server.url


def canonical(prometheus: str, promql: str) -> str:
    """The query as Prometheus' own parser writes it; one that it doesn't take with its white space collapsed."""
    answer = Api(prometheus).get("/api/v1/format_query", query=promql)
    text: str = answer.body["data"] if answer.code == 200 else promql
    return " ".join(text.split())


def _has_scraped(server: Api) -> bool:
    result: list[dict[str, Any]] = server.get("/api/v1/query", query=f'up{{job="{_JOB}"}}').body["data"]["result"]
    return [each["value"][1] for each in result] == ["1"]


def _configuration(exporter: str) -> dict[str, Any]:
    job = {
        "job_name": _JOB,
        "static_configs": [{"targets": [exporter]}],
        "metric_relabel_configs": [{"regex": "instance|job", "action": "labeldrop"}],
    }
    return {"global": {"scrape_interval": "1s", "scrape_timeout": "1s"}, "scrape_configs": [job]}
