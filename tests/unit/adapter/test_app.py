"""Claims about `adapter.app`: the whole adapter in this process, over TLS, with a Prometheus from a script."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from adapter.app import prepare, serve, served
from adapter.config import Flags, settings_of
from adapter.kube.errors import Forbidden
from tests.support.adapter_files import NAME, AdapterFiles, session
from tests.support.adapter_running import NOWHERE, WHILE_CERTIFICATES_COUNT, prepared, running
from tests.support.api_server import LAG
from tests.support.clock import ManualClock
from tests.support.http_peer import http_peer, json_answer, status_answer

if TYPE_CHECKING:
    from pathlib import Path

    from adapter.app import Prepared


@pytest.fixture
def files(tmp_path: Path) -> AdapterFiles:
    return AdapterFiles(folder=tmp_path)


async def test_the_front_proxy_reads_a_metric(files: AdapterFiles) -> None:
    sample = {"metric": {"name": "worker_tasks"}, "value": [1767225600, "400"]}
    vector = {"status": "success", "data": {"resultType": "vector", "result": [sample]}}
    async with (
        http_peer(json_answer(vector)) as prometheus,
        running(files, prometheus.url) as adapter,
        session(adapter.url, files.proxy()) as client,
        client.get(LAG, params={"labelSelector": "name=worker_tasks"}) as answer,
    ):
        body = await answer.json()
    assert [(item["metricLabels"]["name"], item["value"]) for item in body["items"]] == [("worker_tasks", "400")]


async def test_a_stop_that_was_asked_for_is_a_success(files: AdapterFiles) -> None:
    stop = asyncio.Event()
    stop.set()
    assert await serve(prepared(files), ManualClock(), stop) == 0


async def test_in_a_cluster_the_cluster_says_whom_to_trust_and_what_is_allowed(files: AdapterFiles) -> None:
    data = {"requestheader-client-ca-file": files.proxies.pem.decode(), "requestheader-allowed-names": f'["{NAME}"]'}
    review = json_answer({"status": {"allowed": False, "reason": "no role"}}, code=201)
    async with (
        http_peer(json_answer({"data": data}), review) as cluster,
        served(_in_cluster(files, cluster.url), ManualClock(WHILE_CERTIFICATES_COUNT)) as adapter,
        session(adapter.site.url, files.proxy()) as client,
        client.get(LAG) as answer,
    ):
        message = (await answer.json())["message"]
    assert (answer.status, message.endswith(": no role")) == (403, True)


async def test_a_cluster_that_refuses_its_config_map_stops_the_start(files: AdapterFiles) -> None:
    async with http_peer(status_answer(403, reason="Forbidden", message="no role")) as cluster:
        with pytest.raises(Forbidden, match="no role"):
            await serve(_in_cluster(files, cluster.url), ManualClock(), asyncio.Event())


def test_without_a_certificate_one_is_made_up(files: AdapterFiles) -> None:
    flags = Flags(
        rules=files.rules,
        prometheus=NOWHERE,
        listen="127.0.0.1:0",
        requestheader_client_ca_file=files.folder / "proxies.crt",
    )
    made_up = prepare(settings_of(flags, environ={}), ManualClock()).given
    assert made_up is not None
    assert made_up.certificate.chain_pem.startswith(b"-----BEGIN CERTIFICATE-----")


def _in_cluster(files: AdapterFiles, url: str) -> Prepared:
    kubeconfig = files.folder / "kubeconfig"
    kubeconfig.write_text(
        '{"apiVersion": "v1", "kind": "Config", "current-context": "c",'
        ' "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],'
        f' "clusters": [{{"name": "c", "cluster": {{"server": "{url}"}}}}],'
        ' "users": [{"name": "u", "user": {"token": "t"}}]}'
    )
    flags = Flags(
        rules=files.rules,
        prometheus=NOWHERE,
        listen="127.0.0.1:0",
        tls_cert_file=files.folder / "tls.crt",
        tls_private_key_file=files.folder / "tls.key",
        kubeconfig=kubeconfig,
    )
    return prepare(settings_of(flags, environ={}), ManualClock())
