"""What does the kubelet stand-in ask of the API? To watch all Pods, bind one, show it Ready, and remove it."""

import asyncio
import base64
import json
import ssl
import tempfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import aiohttp

NODE: Final = "e2e-node"
_STRATEGIC: Final = "application/strategic-merge-patch+json"
_DEADLINE: Final = aiohttp.ClientTimeout(total=30)
_WATCH_DEADLINE: Final = aiohttp.ClientTimeout(total=None, sock_connect=30)
_AGAIN_SECONDS: Final = 0.5
_GONE: Final = frozenset({404, 409, 410})
_BUSY: Final = frozenset({429})
_FAILED: Final = 500


class Pods:
    """The Pods of all namespaces."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    async def watch(self) -> AsyncIterator[dict[str, Any]]:
        """Changes for ever; each new connection begins with what there is."""
        while True:
            try:
                async for event in self._once():
                    yield event
            except (aiohttp.ClientError, TimeoutError) as error:
                print(f"watch ended: {error}", flush=True)
            await asyncio.sleep(_AGAIN_SECONDS)

    async def bind(self, pod: dict[str, Any]) -> None:
        """Put it on the made-up node: a Pod without a node would be deleted without any grace."""
        body = {"metadata": {"name": pod["metadata"]["name"]}, "target": {"kind": "Node", "name": NODE}}
        await self._send("POST", f"{_path(pod)}/binding", body)

    async def show_ready(self, pod: dict[str, Any]) -> None:
        """Running and Ready since now."""
        now = _now()
        kinds = ("Initialized", "PodScheduled", "ContainersReady", "Ready")
        containers = [
            {
                "name": each["name"],
                "image": each["image"],
                "imageID": "",
                "ready": True,
                "restartCount": 0,
                "state": {"running": {"startedAt": now}},
            }
            for each in pod["spec"]["containers"]
        ]
        status = {
            "phase": "Running",
            "startTime": now,
            "podIP": "127.0.0.1",
            "conditions": [{"type": kind, "status": "True", "lastTransitionTime": now} for kind in kinds],
            "containerStatuses": containers,
        }
        await self._send("PATCH", f"{_path(pod)}/status", {"status": status})

    async def remove(self, pod: dict[str, Any]) -> None:
        """Its processes are gone, so the object may go."""
        options = {"gracePeriodSeconds": 0, "preconditions": {"uid": pod["metadata"]["uid"]}}
        await self._send("DELETE", _path(pod), options)

    async def _once(self) -> AsyncIterator[dict[str, Any]]:
        params = {"watch": "true", "timeoutSeconds": "300"}
        async with self._session.get("/api/v1/pods", params=params, timeout=_WATCH_DEADLINE) as answer:
            async for line in answer.content:
                event = json.loads(line)
                if event["type"] in {"ADDED", "MODIFIED", "DELETED"}:
                    yield event

    async def _send(self, method: str, path: str, body: object) -> None:
        """Until there is an answer that counts, as a kubelet does: a server that is busy ends no Pod's life."""
        while True:
            try:
                status = await self._answered(method, path, body)
            except (aiohttp.ClientError, TimeoutError) as error:
                print(f"{method} {path}: {error!r}", flush=True)
            else:
                if status not in _BUSY and status < _FAILED:
                    return
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _answered(self, method: str, path: str, body: object) -> int:
        headers = {"Content-Type": _STRATEGIC if method == "PATCH" else "application/json"}
        data = json.dumps(body)
        async with self._session.request(method, path, data=data, headers=headers, timeout=_DEADLINE) as answer:
            # A Pod that is gone in the meantime needs nothing any more.
            if answer.status >= 400 and answer.status not in _GONE:
                print(f"{method} {path}: {answer.status} {await answer.text()}", flush=True)
            return answer.status


def connect(kubeconfig: Path) -> tuple[str, aiohttp.TCPConnector]:
    """The server's URL, and connections with the kubeconfig's client certificate."""
    document = json.loads(kubeconfig.read_text())
    cluster, user = document["clusters"][0]["cluster"], document["users"][0]["user"]
    authority = base64.b64decode(cluster["certificate-authority-data"]).decode()
    tls = ssl.create_default_context(cadata=authority)
    with tempfile.TemporaryDirectory() as folder:  # the ssl module reads certificates from files alone
        pair = Path(folder) / "client.pem"
        pair.touch(mode=0o600)
        encoded = (user["client-certificate-data"], user["client-key-data"])
        pair.write_bytes(b"".join(map(base64.b64decode, encoded)))
        tls.load_cert_chain(pair)
    return cluster["server"], aiohttp.TCPConnector(ssl=tls)


def _path(pod: dict[str, Any]) -> str:
    metadata = pod["metadata"]
    return f"/api/v1/namespaces/{metadata['namespace']}/pods/{metadata['name']}"


def _now() -> str:
    now = datetime.now(tz=UTC)  # noqa: TID251 - the stand-in is a process of its own; this is its one clock
    return now.strftime("%Y-%m-%dT%H:%M:%SZ")
