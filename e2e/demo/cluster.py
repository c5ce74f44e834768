"""What does the demo ask of the cluster's API? A small HTTP client with what kubectl would do in its place."""

import base64
import ssl
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Self, TypeVar

import aiohttp
import msgspec
import yaml
from yarl import URL

T = TypeVar("T")

KUBECTL: Final = "kubectl"
SCALER: Final = "lagzero-scaler"
_DEADLINE: Final = aiohttp.ClientTimeout(total=5)
# Bookmarks come every second, so a watch that is silent for longer is a dead one.
_WATCH_DEADLINE: Final = aiohttp.ClientTimeout(total=None, sock_connect=5, sock_read=10)
_CHANGES: Final = frozenset({"ADDED", "MODIFIED"})
_FOLDERS: Final = {
    "Namespace": "/api/v1/namespaces",
    "Service": "/api/v1/namespaces/{namespace}/services",
    "APIService": "/apis/apiregistration.k8s.io/v1/apiservices",
    "Deployment": "/apis/apps/v1/namespaces/{namespace}/deployments",
    "ZeroPodAutoscaler": "/apis/lagzero.dev/v1alpha1/namespaces/{namespace}/zeropodautoscalers",
}


class ClusterError(Exception):
    """The API refused or didn't answer: what was asked and what came back, in one line."""


class Condition(msgspec.Struct, frozen=True):
    """A condition of an object's status."""

    type: str
    status: str
    reason: str = ""
    message: str = ""


class _Writer(msgspec.Struct, rename="camel", frozen=True):
    manager: str = ""
    subresource: str = ""
    time: str = ""


class _Metadata(msgspec.Struct, rename="camel", frozen=True):
    managed_fields: tuple[_Writer, ...] = ()


class _DeploymentSpec(msgspec.Struct, frozen=True):
    replicas: int = 1


class _DeploymentStatus(msgspec.Struct, rename="camel", frozen=True):
    ready_replicas: int = 0


class Deployment(msgspec.Struct, frozen=True):
    """As much of a Deployment as the demo looks at."""

    metadata: _Metadata = _Metadata()
    spec: _DeploymentSpec = _DeploymentSpec()
    status: _DeploymentStatus = _DeploymentStatus()

    @property
    def scaled_by(self) -> str:
        """The field manager of the latest write through /scale; empty if there was none."""
        writers = [each for each in self.metadata.managed_fields if each.subresource == "scale"]
        return max(writers, key=lambda each: each.time).manager if writers else ""


class _AutoscalerStatus(msgspec.Struct, frozen=True):
    state: str = ""
    conditions: tuple[Condition, ...] = ()


class Autoscaler(msgspec.Struct, frozen=True):
    """As much of a ZeroPodAutoscaler as the demo looks at."""

    status: _AutoscalerStatus = _AutoscalerStatus()


class ApiService(msgspec.Struct, frozen=True):
    """As much of an APIService as the demo looks at: whether it is Available."""

    status: _AutoscalerStatus = _AutoscalerStatus()


class _WatchEvent(msgspec.Struct, frozen=True):
    type: str
    object: msgspec.Raw


class Cluster:
    """An API server, as the administrator of a kubeconfig."""

    def __init__(self, session: aiohttp.ClientSession, *, url: str, tls: ssl.SSLContext) -> None:
        self._session = session
        self._tls = tls
        self.url = url

    @classmethod
    def of(cls, kubeconfig: Path, session: aiohttp.ClientSession) -> Self:
        """The only cluster of a kubeconfig that holds its certificates inline."""
        document = yaml.safe_load(kubeconfig.read_text())
        cluster, user = document["clusters"][0]["cluster"], document["users"][0]["user"]
        tls = ssl.create_default_context(cadata=base64.b64decode(cluster["certificate-authority-data"]).decode())
        with tempfile.NamedTemporaryFile() as file:  # the ssl module takes a client's certificate from a file only
            for part in ("client-certificate-data", "client-key-data"):
                file.write(base64.b64decode(user[part]))
            file.flush()
            tls.load_cert_chain(file.name)
        return cls(session, url=cluster["server"], tls=tls)

    async def create(self, document: Mapping[str, object]) -> None:
        """Post an object of a kind that the demo uses."""
        kind, metadata = document["kind"], document["metadata"]
        assert isinstance(kind, str)
        assert isinstance(metadata, dict)
        path = _FOLDERS[kind].format(namespace=metadata.get("namespace", "default"))
        await self._ask("POST", path, body=document, params={"fieldManager": "demo"})

    async def get(self, path: str, into: type[T]) -> T:
        """The object at a path."""
        return _decode(await self.raw(path), into, path)

    async def raw(self, path: str) -> bytes:
        """What `kubectl get --raw PATH` would print; `path` is encoded already and may have a query."""
        return await self._ask("GET", path, params={})

    async def scale(self, path: str, replicas: int) -> None:
        """What `kubectl scale --replicas` does to the object at a path."""
        await self._ask(
            "PATCH", f"{path}/scale", body={"spec": {"replicas": replicas}}, params={"fieldManager": KUBECTL}
        )

    async def watch(self, path: str, into: type[T]) -> AsyncIterator[T]:
        """Every object of a folder as it is and as it becomes, until the server ends the watch."""
        params = {"watch": "true", "allowWatchBookmarks": "true"}
        asked = self._session.get(self.url + path, params=params, ssl=self._tls, timeout=_WATCH_DEADLINE)
        async with _failures_of(f"watch {path}"), asked as answer:
            async for line in answer.content:
                event = _decode(line, _WatchEvent, path)
                if event.type in _CHANGES:
                    yield _decode(event.object, into, path)

    async def _ask(self, method: str, path: str, *, params: Mapping[str, str], body: object = None) -> bytes:
        content = "application/merge-patch+json" if method == "PATCH" else "application/json"
        headers = {"Content-Type": content} if body is not None else {}
        data = msgspec.json.encode(body) if body is not None else None
        url = URL(self.url + path, encoded=True)
        asked = self._session.request(
            method, url, params=params, data=data, headers=headers, ssl=self._tls, timeout=_DEADLINE
        )
        async with _failures_of(f"{method} {path}"), asked as answer:
            answered = await answer.read()
        if answer.status >= 400:
            raise ClusterError(f"{method} {path}: {answer.status} {answered.decode(errors='replace').strip()}")
        return answered


@asynccontextmanager
async def _failures_of(what: str) -> AsyncIterator[None]:
    try:
        yield
    except (aiohttp.ClientError, TimeoutError) as error:
        raise ClusterError(f"{what}: {str(error) or type(error).__name__}") from error


def _decode(body: bytes | msgspec.Raw, into: type[T], path: str) -> T:
    try:
        return msgspec.json.decode(body, type=into)
    except msgspec.DecodeError as error:
        raise ClusterError(f"{path}: not the {into.__name__} that was expected: {error}") from error
