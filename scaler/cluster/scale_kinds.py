"""Who has the scale of a target? For the kinds that are watched their copies, for any other kind the API server."""

from collections.abc import Mapping

from adapter.kube.client import KubeClient
from adapter.process.clock import Clock
from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.kinds import Kinds
from scaler.cluster.other_scales import OtherScales
from scaler.cluster.scale_sources import ScaleSource
from scaler.cluster.workloads import WorkloadKind, workload_kind


class ScaleKinds:
    """One source for each kind that a target has had."""

    def __init__(
        self, *, client: KubeClient, watched: Mapping[WorkloadKind, ScaleSource], kinds: Kinds, clock: Clock
    ) -> None:
        self._client = client
        self._watched = watched
        self._kinds = kinds
        self._clock = clock
        self._others: dict[tuple[str, str], OtherScales] = {}

    def source(self, reference: CrossVersionObjectReference) -> ScaleSource:
        """The source of the reference's kind; its version doesn't matter, as with the stock controller."""
        watched = workload_kind(reference)
        if watched is not None:
            return self._watched[watched]
        name = reference.api_version.rpartition("/")[0], reference.kind
        if name not in self._others:
            self._others[name] = OtherScales(
                client=self._client, kinds=self._kinds, clock=self._clock, reference=reference
            )
        return self._others[name]
