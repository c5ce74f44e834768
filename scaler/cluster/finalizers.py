"""How are an autoscaler's finalizers written? As a merge patch of the list that was seen, at the version that was seen.

A patch replaces the list, and so one of somebody else's would be lost that was added since. To what is deleted none can
be added, and there the version doesn't matter.
"""

from typing import Final

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError, NotFound
from scaler.api.autoscaler import Autoscaler
from scaler.controller.ports import NotWritten, Written

FINALIZER_MANAGER: Final = "lagzero-finalizer"


class ClusterFinalizers:
    """Those of the autoscalers that the API server has."""

    def __init__(self, *, client: KubeClient) -> None:
        self._client = client

    async def write(self, autoscaler: Autoscaler, finalizers: tuple[str, ...]) -> Written | NotWritten:
        path = autoscaler.kind.path(autoscaler.key)
        metadata: dict[str, object] = {"uid": autoscaler.uid, "finalizers": finalizers}
        if autoscaler.deleting is None:
            metadata["resourceVersion"] = autoscaler.resource_version
        try:
            await self._client.merge_patch(path, {"metadata": metadata}, msgspec.Raw, field_manager=FINALIZER_MANAGER)
        except NotFound:
            return Written()  # it is gone, and holds nothing
        except ApiError as error:
            return NotWritten(message=str(error))
        return Written()
