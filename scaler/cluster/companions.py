"""How is our part of a stock autoscaler written? The claim by server-side apply, the memory as an annotation."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.companion import CLAIM_CONDITION, CLAIM_MANAGER, MEMORY_ANNOTATION, MEMORY_MANAGER
from scaler.api.conditions import Condition, ConditionType
from scaler.api.encode import as_json, encode_condition
from scaler.api.kinds import AutoscalerKind
from scaler.controller.ports import NotWritten, Written

_KIND: Final = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER


class CompanionStatuses:
    """The two things that we own of an annotated HorizontalPodAutoscaler. Its spec is never written.

    Each write names the uid, which a patch can't change: one that was made again under its name is not written.
    """

    def __init__(self, *, client: KubeClient) -> None:
        self._client = client

    async def write(self, autoscaler: Autoscaler, status: AutoscalerStatus) -> Written | NotWritten:
        """Write what differs from the autoscaler's status, the claim first."""
        known = autoscaler.status
        try:
            if status.conditions != known.conditions:
                await self._apply_claim(autoscaler, status.conditions)
            if status.memory != known.memory:
                await self._annotate(autoscaler, status.memory)
        except ApiError as error:
            return NotWritten(message=str(error))
        return Written()

    async def _apply_claim(self, autoscaler: Autoscaler, conditions: tuple[Condition, ...]) -> None:
        """Ours stands beside those of the stock controller; without one that was ours is taken away."""
        claims = [as_json(encode_condition(_under_our_name(condition))) for condition in conditions]
        body: dict[str, object] = {
            "apiVersion": _KIND.api_version,
            "kind": _KIND.kind,
            "metadata": {"name": autoscaler.key.name, "namespace": autoscaler.key.namespace, "uid": autoscaler.uid},
        }
        if claims:
            body["status"] = {"conditions": claims}
        await self._client.apply(
            f"{_path(autoscaler)}/status", body, msgspec.Raw, field_manager=CLAIM_MANAGER, force=True
        )

    async def _annotate(self, autoscaler: Autoscaler, memory: Mapping[str, object] | None) -> None:
        text = None if memory is None else msgspec.json.encode(memory).decode()
        body = {"metadata": {"uid": autoscaler.uid, "annotations": {MEMORY_ANNOTATION: text}}}
        await self._client.merge_patch(_path(autoscaler), body, msgspec.Raw, field_manager=MEMORY_MANAGER)


def _under_our_name(condition: Condition) -> Condition:
    """The stock controller takes a foreign ScaledToZero away."""
    return replace(condition, type=CLAIM_CONDITION) if condition.type == ConditionType.SCALED_TO_ZERO else condition


def _path(autoscaler: Autoscaler) -> str:
    return _KIND.path(autoscaler.key)
