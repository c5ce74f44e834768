"""How is an autoscaler's status written? As a JSON patch that replaces it whole, on the object that was seen.

The patch tests the uid, since an object that was deleted and made again under its name is another one. (A uid in a
merge patch of a custom object's status would be ignored.) Of a stock autoscaler only our own part is written: see
`companions`.
"""

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError, Invalid
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.encode import as_json, encode_status
from scaler.cluster.companions import CompanionStatuses
from scaler.cluster.writers import FIELD_MANAGER
from scaler.controller.ports import NotWritten, Written


class ClusterStatuses:
    """What autoscalers of every kind are told to show."""

    def __init__(self, *, client: KubeClient) -> None:
        self._client = client
        self._companions = CompanionStatuses(client=client)

    async def write(self, autoscaler: Autoscaler, status: AutoscalerStatus) -> Written | NotWritten:
        """Write the whole status, or all of it that is ours; nobody else writes that, so no version is asked for."""
        if autoscaler.companion is not None:
            return await self._companions.write(autoscaler, status)
        return await self._write_whole(autoscaler, status)

    async def _write_whole(self, autoscaler: Autoscaler, status: AutoscalerStatus) -> Written | NotWritten:
        path = f"{autoscaler.kind.path(autoscaler.key)}/status"
        encoded = as_json(encode_status(status))
        assert isinstance(encoded, dict)
        # Go leaves a count of zero out, and its column would be empty: nothing and zero are not the same here.
        told = {**encoded, "currentReplicas": status.current_replicas}
        operations = (
            {"op": "test", "path": "/metadata/uid", "value": autoscaler.uid},
            {"op": "add", "path": "/status", "value": told},
        )
        try:
            await self._client.json_patch(path, operations, msgspec.Raw, field_manager=FIELD_MANAGER)
        except Invalid as error:
            return NotWritten(message=f"{error}; an object that was made again under its name is not written")
        except ApiError as error:
            return NotWritten(message=str(error))
        return Written()
