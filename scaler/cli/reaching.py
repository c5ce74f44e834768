"""How does a verb ask the cluster? One conversation with the API server, whose failures end the verb with one line."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from adapter.kube.access import Access, AccessError, load_access
from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError, NotFound
from adapter.kube.meta import NamespacedName
from adapter.process.logging import LogFormat, configure_logging
from scaler.api.kinds import AutoscalerKind
from scaler.api.wire_object import WireAutoscaler
from scaler.cli.refusal import NEGATIVE, USAGE, WORLD_FAILED, refuse

T = TypeVar("T")

FIELD_MANAGER = "lagzero-cli"


def access_for(kubeconfig: Path | None) -> Access:
    """Where the cluster is; ends the verb with 2 if nobody says so."""
    try:
        return load_access(kubeconfig)
    except AccessError as error:
        refuse(f"--kubeconfig: {error}" if kubeconfig is not None else str(error), status=USAGE)


def asked(access: Access, work: Callable[[KubeClient], Awaitable[T]]) -> T:
    """The result of `work`; what isn't there ends the verb with 1, every other failure with 3."""
    configure_logging(format=LogFormat.TEXT, level="error")
    try:
        return asyncio.run(_connected(access, work))
    except AccessError as error:
        refuse(str(error), status=USAGE)
    except NotFound as error:
        refuse(error.message, status=NEGATIVE)
    except ApiError as error:
        refuse(str(error), status=WORLD_FAILED)


async def _connected(access: Access, work: Callable[[KubeClient], Awaitable[T]]) -> T:
    async with client_for(access) as client:
        return await work(client)


def client_for(access: Access) -> KubeClient:
    return KubeClient.of(access, user_agent=f"{FIELD_MANAGER}/{version('lagzero')}")


async def read_autoscaler(client: KubeClient, kind: AutoscalerKind, namespace: str, name: str) -> WireAutoscaler:
    return await client.get(kind.path(NamespacedName(namespace, name)), WireAutoscaler)
