"""How does a benchmark read external metrics of an adapter? By these paths, as the front proxy."""

from typing import Final

from tests.bench.jobs import Server
from tests.support.adapter_files import NAME, AdapterFiles

GROUP_VERSION: Final = "/apis/external.metrics.k8s.io/v1beta1"


def server_of(url: str, files: AdapterFiles) -> Server:
    """Where the adapter of these files serves, and the front proxy's certificate for it."""
    certificate, key = files.proxies.client(NAME).write(files.folder, "bench-client")
    ca = files.folder / "servers.crt"
    ca.write_bytes(files.servers.pem)
    return Server(url=url, ca=ca, certificate=certificate, key=key)


def paths_of(metric: str, name: str, count: int) -> tuple[str, ...]:
    """Reads of the metric for so many names, each a selector of its own."""
    path = f"{GROUP_VERSION}/namespaces/default/{metric}?labelSelector=name%3D{name}"
    return tuple(f"{path}-{number}" for number in range(count))
