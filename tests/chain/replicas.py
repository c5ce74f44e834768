"""Two adapters that keep one authority, behind one address, and clients that never stop asking."""

from __future__ import annotations

import asyncio
import base64
import ssl
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from typing import TYPE_CHECKING, Any

import aiohttp
from cryptography import x509

from tests.chain.polling import until
from tests.chain.programs import run_sandbox, write_rules
from tests.support.adapter_process import run_adapter

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from tests.chain.cluster import Cluster

HOST = "lagzero-adapter.lagzero-system.svc"
SECRET = "/api/v1/namespaces/lagzero-system/secrets/lagzero-adapter-ca"
API_SERVICE = "/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.external.metrics.k8s.io"
_SERVICE = {"name": "lagzero-adapter", "namespace": "lagzero-system"}
GROUP_VERSION = "/apis/external.metrics.k8s.io/v1beta1"
_NOWHERE = "http://127.0.0.1:9"
_HANDSHAKE_SECONDS = 30
LASTING, BRIEF = "1h", "24s"
"""For how long a serving certificate is valid: longer than any test, or so that a rotation is soon over.

It is renewed after two thirds of that: so long may an adapter stand still in the last third, and is verified.
"""


@dataclass(slots=True, kw_only=True)
class Seen:
    """What clients saw while they asked; failures are texts."""

    through_the_proxy: int = 0
    directly: int = 0
    failures: list[str] = field(default_factory=list)

    async def until_more_than(self, times: int, *, directly: bool = False) -> None:
        """Wait until they have asked so often, through the proxy, and directly as well if that is done."""

        def least() -> int:
            return min(self.through_the_proxy, self.directly) if directly else self.through_the_proxy

        await asyncio.to_thread(until, f"asked more than {times} times", least, lambda seen: seen > times)


@contextmanager
def prepared_sandbox(state: Path, *more: str) -> Iterator[Cluster]:
    """A sandbox with our namespace, and with more options if need be."""
    with run_sandbox(state, *more) as cluster:
        cluster.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": _SERVICE["namespace"]}})
        yield cluster


def lead_to(cluster: Cluster, port: int) -> None:
    """Let our API lead to a port, and wait until it is available."""
    spec = {
        "group": "external.metrics.k8s.io",
        "version": "v1beta1",
        "groupPriorityMinimum": 100,
        "versionPriority": 100,
        "service": {**_SERVICE, "port": port},
    }
    service = {"type": "ExternalName", "externalName": "127.0.0.1"}
    name = API_SERVICE.rpartition("/")[2]
    for document in (
        {"apiVersion": "v1", "kind": "Service", "metadata": _SERVICE, "spec": service},
        {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService", "metadata": {"name": name}, "spec": spec},
    ):
        cluster.create(document)
    until("the API is available", lambda: cluster.get(API_SERVICE), _is_available)


@contextmanager
def replica(cluster: Cluster, folder: Path, *, certificates_last: str = LASTING) -> Iterator[int]:
    """`lagzero adapter` with an authority of its own; its port."""
    folder.mkdir()
    flags = {
        "--rules": str(write_rules(folder)),
        "--prometheus": _NOWHERE,
        "--kubeconfig": str(cluster.kubeconfig),
        "--own-ca-secret": "lagzero-system/lagzero-adapter-ca",
        "--own-ca-service": "lagzero-system/lagzero-adapter",
        "--own-ca-certificate-duration": certificates_last,
        "--own-ca-duration": "24h",
    }
    with run_adapter(flags) as adapter:
        yield int(adapter.url.rpartition(":")[2])


@asynccontextmanager
async def one_address(ports: tuple[int, ...]) -> AsyncIterator[int]:
    """A port whose connections lead to each of those ports in turn, as those of a Service do."""
    turns = cycle(ports)

    async def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", next(turns))
        async with asyncio.TaskGroup() as both:
            both.create_task(_copy(reader, back))
            both.create_task(_copy(there, writer))

    server = await asyncio.start_server(lead, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def ask_through_the_proxy(cluster: Cluster, over: asyncio.Event, seen: Seen) -> None:
    """Read the group-version as the cluster's administrator, again and again."""
    tls = ssl.create_default_context(cafile=str(cluster.state / "ca.crt"))
    tls.load_cert_chain(cluster.state / "admin.crt", cluster.state / "admin.key")
    async with aiohttp.ClientSession(cluster.url, connector=aiohttp.TCPConnector(ssl=tls)) as session:
        while not over.is_set():
            async with session.get(GROUP_VERSION) as answer:
                text = await answer.text()
            seen.through_the_proxy += 1
            if answer.status != 200:
                seen.failures.append(f"proxy: {answer.status} {text[:200]}")


async def ask_directly(cluster: Cluster, port: int, over: asyncio.Event, seen: Seen) -> None:
    """Shake hands anew with one replica each time, trusting what the APIService says, as an API server does."""
    while not over.is_set():
        bundle = await bundle_of(cluster)
        try:
            await issuer_of(port, bundle)
            seen.directly += 1
        except (ssl.SSLError, OSError) as error:
            # Between the two looks the whole rotation may have gone by; an API server follows the bundle.
            if await bundle_of(cluster) == bundle:
                seen.failures.append(f"directly: {error}")


async def issuer_of(port: int, bundle: bytes) -> x509.Name:
    """Who issued the certificate that is served at a port, and verified by the bundle."""
    context = ssl.create_default_context(cadata=bundle.decode())
    async with asyncio.timeout(_HANDSHAKE_SECONDS):
        _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context, server_hostname=HOST)
    der: bytes = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    return x509.load_der_x509_certificate(der).issuer


async def bundle_of(cluster: Cluster) -> bytes:
    """The APIService's bundle."""
    api_service: dict[str, Any] = await asyncio.to_thread(cluster.get, API_SERVICE)
    return base64.b64decode(api_service["spec"].get("caBundle", ""))


def certificates(bundle: bytes) -> list[x509.Certificate]:
    return x509.load_pem_x509_certificates(bundle)


def _is_available(api_service: dict[str, Any]) -> bool:
    conditions = api_service.get("status", {}).get("conditions", [])
    return any((each["type"], each["status"]) == ("Available", "True") for each in conditions)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while chunk := await reader.read(65536):
            writer.write(chunk)
            await writer.drain()
    except OSError:
        return
    finally:
        writer.close()
