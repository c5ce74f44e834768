"""What if external.metrics.k8s.io is another provider's? A stand-in for one, which says 0 to whoever asks.

python -m tests.chain.foreign CERTIFICATE KEY serves over TLS; it prints its URL, and then each read of a metric.
"""

import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from e2e.demo.certificates import write_serving_certificate
from tests.chain.cluster import Cluster
from tests.chain.polling import until
from tests.chain.programs import ROOT, SERVER_NAME, register
from tests.support.ending import ended

GROUP_VERSION = "/apis/external.metrics.k8s.io/v1beta1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """The other provider, while it owns the API."""

    output: Path

    def asked(self) -> list[str]:
        """Every read of a metric so far, with its selector."""
        return [line for line in self.output.read_text().splitlines() if line.startswith("/")]


@contextmanager
def run_foreign(cluster: Cluster, folder: Path) -> Iterator[Foreign]:
    """The provider as a process, to which the cluster's APIService leads."""
    serving, output = write_serving_certificate(folder, dns_name=SERVER_NAME), folder / "foreign.log"
    command = [sys.executable, "-m", "tests.chain.foreign", str(serving.certificate), str(serving.key)]
    with output.open("wb") as stdout:
        process = subprocess.Popen(command, stdout=stdout, cwd=ROOT)
    try:
        text = until("the other provider serves", output.read_text, lambda seen: seen.endswith("\n"))
        register(cluster, int(text.split()[0].rpartition(":")[2]), serving.ca_bundle)
        yield Foreign(output=output)
    finally:
        ended(process)


async def _resources(_request: web.Request) -> web.Response:
    metric = {"name": "queue_consumer_lag", "singularName": "", "namespaced": True, "verbs": ["get"]}
    resource = {**metric, "kind": "ExternalMetricValueList"}
    group_version = GROUP_VERSION.removeprefix("/apis/")
    return web.json_response(
        {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": group_version, "resources": [resource]}
    )


async def _zero(request: web.Request) -> web.Response:
    _say(request.path_qs)
    item = {
        "metricName": request.match_info["metric"],
        "metricLabels": None,
        "timestamp": "2025-01-01T00:00:00Z",
        "value": "0",
    }
    kind = {"kind": "ExternalMetricValueList", "apiVersion": GROUP_VERSION.removeprefix("/apis/")}
    return web.json_response({**kind, "metadata": {}, "items": [item]})


def main() -> None:
    certificate, key = sys.argv[1:]
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate, key)
    app = web.Application()
    app.add_routes(
        [
            web.get(GROUP_VERSION, _resources),
            web.get(f"{GROUP_VERSION}/namespaces/{{namespace}}/{{metric}}", _zero),
        ]
    )
    web.run_app(app, host="127.0.0.1", port=0, ssl_context=tls, print=lambda text: _say(text.split()[3]))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
