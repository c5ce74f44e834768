"""Who may read, by what he presents? The whole table, with real certificates, an adapter process and its cluster."""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING

import aiohttp
import pytest

from tests.chain.replicas import HOST, bundle_of, lead_to, prepared_sandbox, replica
from tests.support.authorities import LONG_AGO, Authority, Issued

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.chain.cluster import Cluster

_CONFIG_MAP = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication"
_PROXY = "front-proxy-client"
_PROXIES, _CLIENTS = Authority("front-proxy-ca"), Authority("kubernetes")
# Only what isn't discovery is reviewed for everybody, and this needs no Prometheus.
_PATH = "/metrics"
_TOKENS = 'jane,janes-token,"workers"\njoe,joes-token\ncarol,carols-token\n'

Headers = dict[str, str]


def _claims(user: str) -> Headers:
    return {"X-Remote-User": user}


def _bearer(token: str) -> Headers:
    return {"Authorization": f"Bearer {token}"}


_MASTER = {**_claims("admin"), "X-Remote-Group": "system:masters"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """An adapter that allows jane and masters, and denies joe."""

    cluster: Cluster
    port: int
    folder: Path
    bundle: bytes

    async def status(self, presented: Issued | None, headers: Mapping[str, str], path: str = _PATH) -> int:
        """What a caller is answered; 0 for one that isn't even let in."""
        tls = ssl.create_default_context(cadata=self.bundle.decode())
        if presented is not None:
            tls.load_cert_chain(*presented.write(self.folder, "caller"))
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=tls)) as session:
            try:
                url = f"https://127.0.0.1:{self.port}{path}"
                async with session.get(url, headers=headers, server_hostname=HOST) as answer:
                    return answer.status
            except aiohttp.ClientError:
                return 0

    def fails(self, reviews: str, *, times: int = 1) -> None:
        """Let the cluster refuse to answer reviews of this kind."""
        self.cluster.post("/sandbox/faults", {"path": reviews, "answer": 503, "for": times})


@pytest.fixture(scope="module")
def adapter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("callers")
    tokens = folder / "tokens.csv"
    tokens.write_text(_TOKENS)
    options = ("--tokens", str(tokens), "--allow", "jane", "--allow", "carol")
    with prepared_sandbox(folder / "sandbox", *options) as cluster:
        _trust(cluster)
        with replica(cluster, folder / "adapter") as port:
            lead_to(cluster, port)
            yield Served(cluster=cluster, port=port, folder=folder, bundle=asyncio.run(bundle_of(cluster)))


def _trust(cluster: Cluster) -> None:
    """Let our authorities be trusted beside the cluster's own."""
    data = cluster.get(_CONFIG_MAP)["data"]
    ours = {"requestheader-client-ca-file": _PROXIES, "client-ca-file": _CLIENTS}
    cluster.patch(_CONFIG_MAP, {"data": {key: data[key] + each.pem.decode() for key, each in ours.items()}})


@pytest.mark.parametrize(
    ("presented", "headers", "status"),
    [
        pytest.param(_PROXIES.client(_PROXY), _claims("jane"), 200, id="the front proxy for somebody who may"),
        pytest.param(_PROXIES.client(_PROXY), _claims("joe"), 403, id="the front proxy for somebody who may not"),
        pytest.param(_PROXIES.client(_PROXY), _MASTER, 200, id="the front proxy for a master"),
        pytest.param(_PROXIES.client(_PROXY), {}, 401, id="the front proxy for nobody"),
        pytest.param(_PROXIES.client("other"), _MASTER, 401, id="another name of the front proxy's authority"),
        pytest.param(_PROXIES.client(_PROXY, validity=LONG_AGO), _MASTER, 0, id="a front proxy of long ago"),
        pytest.param(_CLIENTS.client(_PROXY), _MASTER, 401, id="the front proxy's name of the clients' authority"),
        pytest.param(_CLIENTS.client("jane"), {}, 200, id="a client who may"),
        pytest.param(_CLIENTS.client("joe"), {}, 403, id="a client who may not"),
        pytest.param(_CLIENTS.client("jane", validity=LONG_AGO), {}, 0, id="a client of long ago who might"),
        pytest.param(_CLIENTS.client("joe"), _MASTER, 403, id="a client who claims to be a master"),
        pytest.param(_CLIENTS.client("a", organizations=("system:masters",)), {}, 200, id="a master's certificate"),
        pytest.param(Authority("front-proxy-ca").client(_PROXY), _MASTER, 0, id="an authority of the same name"),
        pytest.param(None, {}, 401, id="nobody"),
        pytest.param(None, _MASTER, 401, id="nobody who claims to be a master"),
        pytest.param(None, _bearer("janes-token"), 200, id="the token of somebody who may"),
        pytest.param(None, _bearer("joes-token"), 403, id="the token of somebody who may not"),
        pytest.param(None, _bearer("forged"), 401, id="a token that nobody has"),
        pytest.param(None, {**_bearer("joes-token"), **_MASTER}, 403, id="a token and a claim"),
        pytest.param(_PROXIES.client("other"), _bearer("janes-token"), 200, id="a token behind a useless certificate"),
    ],
)
async def test_who_may_read(adapter: Served, presented: Issued | None, headers: Headers, status: int) -> None:
    assert status == await adapter.status(presented, headers)


async def test_a_verdict_is_remembered_while_the_cluster_is_silent(adapter: Served) -> None:
    proxy = _PROXIES.client(_PROXY)
    before = await adapter.status(proxy, _claims("jane"))
    adapter.fails("subjectaccessreviews", times=2)
    statuses = [await adapter.status(proxy, _claims(user)) for user in ("jane", "somebody", "admin")]
    assert (before, statuses) == (200, [200, 403, 403])


async def test_a_master_is_not_asked_about(adapter: Served) -> None:
    adapter.fails("subjectaccessreviews")
    status = await adapter.status(_PROXIES.client(_PROXY), _MASTER)
    adapter.cluster.delete("/sandbox/faults")
    assert status == 200


async def test_a_token_that_cannot_be_reviewed_is_nobodys_until_it_can(adapter: Served) -> None:
    adapter.fails("tokenreviews")
    statuses = [await adapter.status(None, _bearer("carols-token")) for _ in range(2)]
    assert statuses == [401, 200]


async def test_probes_need_nobody(adapter: Served) -> None:
    assert [await adapter.status(None, {}, path) for path in ("/livez", "/readyz")] == [200, 200]
