"""A platform team's Prometheus: it scrapes both programs as the manifests say, and has their alert rules."""

import json
import re
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.architecture.monitoring import RULE_FILES
from tests.chain.cluster import Cluster
from tests.chain.polling import until
from tests.chain.programs import SERVER_NAME, ScalerProcess
from tests.support.prometheus_server import run_server

_DEADLINE_SECONDS = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Watchtower:
    """It looks every other second, and is patient for seconds where the rules say minutes: a look may fail once."""

    url: str

    def ask(self, promql: str) -> list[Any]:
        """The samples of an instant query. Raises HTTPError for one that Prometheus refuses."""
        found: list[Any] = self._get("query", query=promql)["result"]
        return found

    def metadata(self) -> dict[str, Any]:
        """Every metric that a scrape has told of, with samples or without."""
        return self._get("metadata")

    def firing(self) -> set[tuple[str, str]]:
        """Each alert that fires, and what it is about: the value of its label beside the severity, if it has one."""
        alerts = [alert for alert in self._get("alerts")["alerts"] if alert["state"] == "firing"]
        return {(alert["labels"]["alertname"], _about(alert["labels"])) for alert in alerts}

    def texts(self) -> list[str]:
        """What people are told by the alerts that fire."""
        return [text for alert in self._get("alerts")["alerts"] for text in alert["annotations"].values()]

    def until_firing(self, alert: str, about: str = "") -> None:
        until(f"{alert} fires for {about or 'all'}", self.firing, lambda seen: (alert, about) in seen)

    def _get(self, what: str, **parameters: str) -> dict[str, Any]:
        query = urllib.parse.urlencode(parameters)
        with urllib.request.urlopen(f"{self.url}/api/v1/{what}?{query}", timeout=_DEADLINE_SECONDS) as answer:
            data: dict[str, Any] = json.loads(answer.read())["data"]
            return data


@contextmanager
def run_watchtower(
    folder: Path, cluster: Cluster, adapter_url: str, adapter_ca: Path, scaler: ScalerProcess
) -> Iterator[Watchtower]:
    """It has scraped both programs."""
    config = {
        "global": {"scrape_interval": "2s", "scrape_timeout": "2s", "evaluation_interval": "500ms"},
        "rule_files": [str(_impatient(rules, folder)) for rules in RULE_FILES],
        "scrape_configs": [
            {
                "job_name": "adapter",
                "scheme": "https",
                "tls_config": {
                    "ca_file": str(adapter_ca),
                    "server_name": SERVER_NAME,
                    "cert_file": str(cluster.state / "admin.crt"),
                    "key_file": str(cluster.state / "admin.key"),
                },
                "static_configs": [{"targets": [adapter_url.removeprefix("https://")]}],
            },
            {"job_name": "scaler", "static_configs": [{"targets": [scaler.probes().removeprefix("http://")]}]},
        ],
    }
    with run_server(folder, config) as url:
        watchtower = Watchtower(url=url)
        until("both programs are scraped", lambda: watchtower.ask("up == 1"), lambda seen: len(seen) == 2)
        yield watchtower


def _impatient(rules: Path, folder: Path) -> Path:
    """The rules, with seconds in the place of every `for`."""
    copy = folder / rules.name
    copy.write_text(re.sub(r"^( +for): \w+$", r"\1: 6s", rules.read_text(encoding="utf-8"), flags=re.MULTILINE))
    return copy


def _about(labels: dict[str, str]) -> str:
    return ",".join(value for name, value in labels.items() if name not in {"alertname", "severity"})
