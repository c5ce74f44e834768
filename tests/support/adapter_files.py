"""The files of an adapter that serves one front proxy, and clients for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import aiohttp

from tests.support.authorities import Authority, Issued, client_context, presenting

if TYPE_CHECKING:
    import ssl
    from pathlib import Path

RULES = """externalRules:
- seriesQuery: 'queue_consumer_lag{namespace!=""}'
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (name)'
  cache: 0s
  timeout: 1s
"""
HPA = {
    "X-Remote-User": "system:serviceaccount:kube-system:horizontal-pod-autoscaler",
    "X-Remote-Group": "system:serviceaccounts",
}
NAME = "front-proxy-client"


@dataclass(frozen=True, slots=True, kw_only=True)
class AdapterFiles:
    """A folder with rules, a serving certificate, and the authorities of the front proxy and of clients."""

    folder: Path
    servers: Authority = field(default_factory=lambda: Authority("servers"))
    proxies: Authority = field(default_factory=lambda: Authority("front-proxy-ca"))
    clients: Authority = field(default_factory=lambda: Authority("kubernetes"))

    def __post_init__(self) -> None:
        self.rules.write_text(RULES)
        self.server().write(self.folder, "tls")
        self.proxies.write(self.folder, "proxies")
        self.clients.write(self.folder, "clients")

    @property
    def rules(self) -> Path:
        return self.folder / "rules.yaml"

    def server(self) -> Issued:
        """A new serving certificate; `write(files.folder, "tls")` puts it in place."""
        return self.servers.server("localhost", "127.0.0.1")

    def flags(self) -> dict[str, str]:
        """The flags that name the files, without those for Prometheus and the address."""
        return {
            "--rules": str(self.rules),
            "--tls-cert-file": str(self.folder / "tls.crt"),
            "--tls-private-key-file": str(self.folder / "tls.key"),
            "--client-ca-file": str(self.folder / "clients.crt"),
            "--requestheader-client-ca-file": str(self.folder / "proxies.crt"),
            "--requestheader-allowed-names": NAME,
        }

    def proxy(self) -> ssl.SSLContext:
        """The front proxy's side of TLS."""
        return self.presenting(self.proxies.client(NAME))

    def presenting(self, client: Issued) -> ssl.SSLContext:
        """The side of TLS of a client with a certificate."""
        return presenting(client, trusting=self.servers, folder=self.folder)

    def anonymous(self) -> ssl.SSLContext:
        """The side of TLS of a client without one."""
        return client_context(trusting=self.servers)


def session(url: str, context: ssl.SSLContext, *, new_connections: bool = False) -> aiohttp.ClientSession:
    """A client that claims to speak for the autoscaler's controller; on a new connection each time, if so wished."""
    connector = aiohttp.TCPConnector(ssl=context, force_close=new_connections)
    return aiohttp.ClientSession(url, connector=connector, headers=HPA, timeout=aiohttp.ClientTimeout(total=20))
