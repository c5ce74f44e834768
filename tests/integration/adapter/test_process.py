"""The adapter as users start it: a process that serves over TLS, in front of a real Prometheus or of none."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import pytest

from tests.support.adapter_files import RULES, AdapterFiles, session
from tests.support.adapter_process import AdapterProcess, run_adapter
from tests.support.http_peer import http_peer

if TYPE_CHECKING:
    from aiohttp import web

    from tests.support.prometheus_server import RealPrometheus

_GROUP_VERSION = "/apis/external.metrics.k8s.io/v1beta1"
_LAG = f"{_GROUP_VERSION}/namespaces/default/queue_consumer_lag"


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> AdapterFiles:
    """Files with a rule that waits for Prometheus longer than any claim here does."""
    files = AdapterFiles(folder=tmp_path_factory.mktemp("patient"))
    files.rules.write_text(RULES.replace("timeout: 1s", "timeout: 30s"))
    return files


async def test_the_autoscalers_read_of_a_queue_is_answered_from_prometheus(
    files: AdapterFiles, prometheus: RealPrometheus
) -> None:
    for name, value in (("worker_tasks", "400"), ("other_tasks", "7")):
        prometheus.expose(f'queue_consumer_lag{{name="{name}",namespace="default"}}', value)
    accept = {"Accept": "application/vnd.kubernetes.protobuf, */*"}
    with run_adapter({**files.flags(), "--prometheus": prometheus.url}) as adapter:
        async with (
            session(adapter.url, files.proxy()) as client,
            client.get(f"{_LAG}?labelSelector=name%3Dworker_tasks", headers=accept) as answer,
        ):
            body = await answer.json()
    timestamp = body["items"][0].pop("timestamp")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
    assert body == {
        "kind": "ExternalMetricValueList",
        "apiVersion": "external.metrics.k8s.io/v1beta1",
        "metadata": {},
        "items": [{"metricName": "queue_consumer_lag", "metricLabels": {"name": "worker_tasks"}, "value": "400"}],
    }
    assert timestamp.endswith("Z")


async def test_a_silent_prometheus_is_named_as_the_cause(
    files: AdapterFiles, in_front_of_nothing: AdapterProcess
) -> None:
    async with session(in_front_of_nothing.url, files.proxy()) as client, client.get(_LAG) as answer:
        body = await answer.json()
    assert (body["code"], body["reason"]) == (504, "Timeout")
    assert "no answer within 1s" in body["message"]


async def test_a_request_in_flight_ends_before_the_process_does(patient: AdapterFiles) -> None:
    go_on = asyncio.Event()

    async def slowly(_request: web.Request) -> web.StreamResponse:
        await go_on.wait()
        return aiohttp.web.json_response({"status": "success", "data": {"resultType": "vector", "result": []}})

    async with http_peer(slowly) as peer:
        with run_adapter({**patient.flags(), "--prometheus": peer.url}) as adapter:
            async with session(adapter.url, patient.proxy()) as client, asyncio.TaskGroup() as tasks:
                read = tasks.create_task(_status(client, _LAG))
                await peer.until_asked(1)
                adapter.ask_to_stop()
                await _until_it_stops_listening(adapter)
                go_on.set()
            status = adapter.exit_status()
    assert (read.result(), status) == (200, 0)


def test_without_a_certificate_it_serves_with_one_made_up_and_says_so(files: AdapterFiles) -> None:
    flags = {name: value for name, value in files.flags().items() if not name.startswith("--tls")}
    with run_adapter({**flags, "--prometheus": "http://127.0.0.1:9"}) as adapter:
        log = "".join(adapter.log)
    assert "self-signed certificate made for this run" in log


def test_without_a_cluster_it_says_whom_it_serves(in_front_of_nothing: AdapterProcess) -> None:
    assert "no cluster: only callers behind the front proxy are served" in "".join(in_front_of_nothing.log)


def test_an_address_in_use_is_one_line_and_status_3(files: AdapterFiles) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        flags = {**files.flags(), "--prometheus": "http://127.0.0.1:9", "--listen": listen}
        result = _run_to_its_end(flags)
    assert result.returncode == 3
    assert f"can't listen on {listen}" in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr


def test_a_bad_file_is_one_line_and_status_2(files: AdapterFiles) -> None:
    result = _run_to_its_end({**files.flags(), "--prometheus": "http://127.0.0.1:9", "--client-ca-file": __file__})
    assert (result.returncode, len(result.stderr.splitlines())) == (2, 1)


def _run_to_its_end(flags: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = Path(sys.executable).with_name("lagzero")
    arguments = [f"{name}={value}" for name, value in flags.items()]
    return subprocess.run([command, "adapter", *arguments], capture_output=True, text=True, timeout=60, check=False)


async def _status(client: aiohttp.ClientSession, path: str) -> int:
    async with client.get(path) as answer:
        await answer.read()
        return answer.status


async def _until_it_stops_listening(adapter: AdapterProcess) -> None:
    host, _, port = adapter.url.removeprefix("https://").partition(":")
    async with asyncio.timeout(60):
        while True:
            try:
                _, writer = await asyncio.open_connection(host, int(port))
            except (ConnectionRefusedError, ConnectionResetError):
                # Reset is what a connection gets that was still in the queue of a listener that closes.
                return
            writer.close()
