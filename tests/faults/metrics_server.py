"""A metrics-server that a test holds in its hand: `metrics.k8s.io` behind the aggregation proxy, over TLS."""

import base64
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec

from adapter.process.clock import SystemClock
from e2e.demo.certificates import write_serving_certificate
from tests.chain.cluster import Cluster

_SERVICE = {"name": "metrics-server", "namespace": "metrics"}
_NAME = "v1beta1.metrics.k8s.io"
API_SERVICE = f"/apis/apiregistration.k8s.io/v1/apiservices/{_NAME}"


class MetricsServer:
    """Every pod of the cluster uses `cpu`."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self.cpu = "0"

    def answer(self, path: str) -> bytes:
        """The usage of the pods of the namespace that the path names, or the group-version."""
        parts = path.partition("?")[0].strip("/").split("/")
        if len(parts) < 6:
            return (
                b'{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"metrics.k8s.io/v1beta1","resources":[]}'
            )
        pods = self._cluster.get(f"/api/v1/namespaces/{parts[4]}/pods")["items"]
        now = SystemClock().now().strftime("%Y-%m-%dT%H:%M:%SZ")
        items = [
            {
                "metadata": {"name": pod["metadata"]["name"], "namespace": parts[4]},
                "timestamp": now,
                "window": "15s",
                "containers": [{"name": "main", "usage": {"cpu": self.cpu, "memory": "1Mi"}}],
            }
            for pod in pods
        ]
        return msgspec.json.encode(
            {"kind": "PodMetricsList", "apiVersion": "metrics.k8s.io/v1beta1", "metadata": {}, "items": items}
        )


@contextmanager
def run_metrics_server(cluster: Cluster, folder: Path) -> Iterator[MetricsServer]:
    """A server that is registered, and with the block is gone although it still is."""
    metrics = MetricsServer(cluster)
    serving = write_serving_certificate(folder, dns_name=f"{_SERVICE['name']}.{_SERVICE['namespace']}.svc")
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(serving.certificate, serving.key)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = metrics.answer(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(BrokenPipeError, ConnectionResetError):
                self.wfile.write(body)

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Say nothing: a question is no event of a test."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, name="metrics-server")
        thread.start()
        _register(cluster, server.server_port, serving.ca_bundle)
        try:
            yield metrics
        finally:
            server.shutdown()
            thread.join()


def _register(cluster: Cluster, port: int, ca_bundle: bytes) -> None:
    spec = {
        "group": "metrics.k8s.io",
        "version": "v1beta1",
        "groupPriorityMinimum": 100,
        "versionPriority": 100,
        "service": {**_SERVICE, "port": port},
        "caBundle": base64.b64encode(ca_bundle).decode(),
    }
    service = {"type": "ExternalName", "externalName": "127.0.0.1"}
    cluster.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": _SERVICE["namespace"]}})
    cluster.create({"apiVersion": "v1", "kind": "Service", "metadata": _SERVICE, "spec": service})
    registration = {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService", "metadata": {"name": _NAME}}
    cluster.create({**registration, "spec": spec})
