"""Which series does a compared adapter read? Those of a real Prometheus that scrapes one page, as long as wished."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import msgspec

from e2e.control_plane.api import Api
from e2e.control_plane.patience import eventually
from e2e.control_plane.processes import Processes, Program
from e2e.control_plane.prometheus import require_prometheus
from e2e.exposition import exposed
from e2e.ports import free_port

METRIC: Final = "queue_consumer_lag"
_SECONDS: Final = 180.0


class Source:
    """The running Prometheus."""

    def __init__(self, url: str, program: Program) -> None:
        self.url = url
        self.pid = program.process.pid

    @property
    def queries(self) -> int:
        """How many instant queries it was sent, by its own count."""
        text = str(Api(self.url).get("/metrics").body)
        return sum(int(float(line.rpartition(" ")[2])) for line in text.splitlines() if _is_count_of_queries(line))


@contextmanager
def prometheus_with(running: Processes, *, series: int, read: int) -> Iterator[Source]:
    """A Prometheus that has seen all series of one metric, the first `read` of them `worker-0` and so on.

    Raises NoPrometheusError where there is none.
    """
    program = require_prometheus()
    with exposed(_page(series=series, read=read)) as exporter:
        config, address = running.folder / "prometheus.yml", f"127.0.0.1:{free_port()}"
        config.write_bytes(msgspec.json.encode(_configuration(exporter)))
        command = [
            *(program, f"--config.file={config}", f"--storage.tsdb.path={running.folder / 'prometheus'}"),
            *(f"--web.listen-address={address}", "--log.level=warn"),
        ]
        server = Api(f"http://{address}")
        started = running.start("prometheus", command, up=lambda: server.answers("/-/ready"))
        eventually(f"Prometheus has scraped {series} series", lambda: _count(server) == series, within=_SECONDS)
        yield Source(server.url, started)


def _page(*, series: int, read: int) -> bytes:
    names = [f"worker-{number}" for number in range(read)] + [f"other-{number}" for number in range(series - read)]
    lines = (f'{METRIC}{{namespace="default",name="{name}",pod="{name}-0"}} 30\n' for name in names)
    return "".join(lines).encode()


def _configuration(exporter: str) -> dict[str, object]:
    job = {
        "job_name": "comparison",
        "static_configs": [{"targets": [exporter]}],
        "metric_relabel_configs": [{"regex": "instance|job", "action": "labeldrop"}],
    }
    return {"global": {"scrape_interval": "15s", "scrape_timeout": "10s"}, "scrape_configs": [job]}


def _count(server: Api) -> int:
    result = server.get("/api/v1/query", query=f"count({METRIC})").body["data"]["result"]
    return int(result[0]["value"][1]) if result else 0


def _is_count_of_queries(line: str) -> bool:
    return line.startswith("prometheus_http_requests_total{") and 'handler="/api/v1/query"' in line
