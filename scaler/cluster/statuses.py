"""How is an autoscaler's status written? As a merge patch of /status that says every field, absent ones as null.

Of a stock autoscaler only our own part is written: see `companions`.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError
from adapter.kube.meta import ObjectMeta
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.encode import as_json, encode_status
from scaler.cluster.companions import CompanionStatuses
from scaler.cluster.writers import FIELD_MANAGER
from scaler.controller.ports import NotWritten, Written

_FIELDS: Final = (
    "observedGeneration",
    "lastScaleTime",
    "currentReplicas",
    "desiredReplicas",
    "currentMetrics",
    "conditions",
    "memory",
    "state",
    "reference",
    "targets",
)


class _Answer(msgspec.Struct, frozen=True):
    metadata: ObjectMeta = msgspec.field(default_factory=ObjectMeta)


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
        kind, key = autoscaler.kind, autoscaler.key
        path = f"/apis/{kind.api_version}/namespaces/{key.namespace}/{kind.plural}/{key.name}/status"
        encoded = as_json(encode_status(status))
        assert isinstance(encoded, dict)
        # Go leaves a count of zero out, and its column would be empty: nothing and zero are not the same here.
        status_fields = {field: encoded.get(field) for field in _FIELDS} | {"currentReplicas": status.current_replicas}
        status_fields["memory"] = _replacing(autoscaler.status.memory, status_fields["memory"])
        try:
            await self._client.merge_patch(path, {"status": status_fields}, _Answer, field_manager=FIELD_MANAGER)
        except ApiError as error:
            return NotWritten(message=str(error))
        return Written()


def _replacing(known: object, wanted: object) -> object:
    """The merge patch that leaves nothing of `known` but `wanted`: a patch merges maps, it does not replace them.

    A part that the copy doesn't show yet survives for now; the next sync sees it, and takes it away.
    """
    if not isinstance(known, Mapping) or not isinstance(wanted, Mapping):
        return wanted
    gone = {key: None for key in known if key not in wanted}
    return gone | {key: _replacing(known.get(key), value) for key, value in wanted.items()}
