"""Which pods does a target have? From the watched copy of its namespace, elsewhere by a list."""

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError
from adapter.kube.meta import TimestampError
from adapter.kube.quantity import QuantityError
from adapter.kube.selectors import SelectorError
from scaler.algorithm.model import PodsReading, SelectorFault
from scaler.cluster.namespace_watches import NamespaceWatches
from scaler.cluster.pod_copy import PodCopy, UnreadablePodError
from scaler.cluster.pod_wire import WirePod, decode_pod


class _WirePodList(msgspec.Struct, frozen=True):
    items: tuple[WirePod, ...] = ()


class ClusterPods:
    """Pods of namespaces where some autoscaler's metrics need them are watched.

    Where none does, pods are asked for only when two selectors may overlap: then they are listed.
    """

    def __init__(self, *, client: KubeClient, copy: PodCopy, watches: NamespaceWatches) -> None:
        self._client = client
        self._copy = copy
        self._watches = watches

    async def read(self, namespace: str, selector: str) -> PodsReading:
        """The selector's pods, or why they can't be had: then nothing is computed from them."""
        try:
            if self._watches.watches(namespace):
                trouble = await self._watches.trouble(namespace)
                return _fault(trouble) if trouble else self._copy.select(namespace, selector)
            return await self._list(namespace, selector)
        except (ApiError, QuantityError, TimestampError, SelectorError, UnreadablePodError) as error:
            return _fault(str(error))

    async def _list(self, namespace: str, selector: str) -> PodsReading:
        path = f"/api/v1/namespaces/{namespace}/pods"
        listed = await self._client.get(path, _WirePodList, params={"labelSelector": selector})
        return tuple(decode_pod(pod) for pod in listed.items)


def _fault(why: str) -> SelectorFault:
    text = f"unable to get pods while calculating replica count: {why}"
    return SelectorFault(reason="FailedGetPods", condition_reason="FailedGetPods", condition_message=text, message=text)
