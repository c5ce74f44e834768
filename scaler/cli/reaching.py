"""How does a verb ask the cluster? One conversation with the API server, whose failures end the verb with one line."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from pathlib import Path
from typing import Final, TypeVar

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
# The first is the word of an API server that knows the group, the second what it has for all other paths.
_UNKNOWN: Final = re.compile("could not find the requested resource|page not found")


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
        refuse(absence(error), status=NEGATIVE)
    except ApiError as error:
        refuse(str(error), status=WORLD_FAILED)


def absence(error: NotFound) -> str:
    """What isn't there: the object that was asked for, or all of its kind where the cluster doesn't know that."""
    if "/apis/lagzero.dev/" not in error.request or not is_unknown(error.message):
        return error.message
    return (
        "this cluster has no ZeroPodAutoscalers: it isn't the one you mean (kubectl config current-context, "
        "--kubeconfig FILE), or lagzero isn't installed there, or only in part: apply the overlay as a whole"
    )


def is_unknown(message: str) -> bool:
    """Does the API server say that it has no such resource at all?"""
    return _UNKNOWN.search(message) is not None


async def _connected(access: Access, work: Callable[[KubeClient], Awaitable[T]]) -> T:
    async with client_for(access) as client:
        return await work(client)


def client_for(access: Access) -> KubeClient:
    return KubeClient.of(access, user_agent=f"{FIELD_MANAGER}/{version('lagzero')}")


async def read_autoscaler(client: KubeClient, kind: AutoscalerKind, namespace: str, name: str) -> WireAutoscaler:
    return await client.get(kind.path(NamespacedName(namespace, name)), WireAutoscaler)
