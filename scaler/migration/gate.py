"""Is the cluster's gate HPAScaleToZero on? Asked by a dry run of what only a server with the gate takes.

That is the API server's gate. kube-controller-manager has its own, which nobody can ask: the two have to agree.
"""

from typing import Final

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import BadRequest, Invalid
from scaler.api.kinds import AutoscalerKind
from scaler.migration.stock_autoscaler import Gate

_KIND: Final = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
_PROBE: Final = {
    "apiVersion": _KIND.api_version,
    "kind": _KIND.kind,
    "metadata": {"name": "lagzero-gate"},
    "spec": {
        "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "lagzero-gate"},
        "minReplicas": 0,
        "maxReplicas": 1,
        "metrics": [
            {
                "type": "External",
                "external": {"metric": {"name": "lagzero_gate"}, "target": {"type": "Value", "value": "1"}},
            }
        ],
    },
}


class UnknownGateError(Exception):
    """The server can't be asked."""


async def gate_of(client: KubeClient, namespace: str) -> Gate:
    """Nothing is stored. Raises UnknownGateError where there are no dry runs, else ApiError."""
    path = _KIND.collection(namespace)
    try:
        await client.create(path, _PROBE, msgspec.Raw, params={"dryRun": "All"})
    except Invalid:
        return Gate.OFF
    except BadRequest as error:
        raise UnknownGateError(f"the API server makes no dry run ({error.message})") from error
    return Gate.ON
