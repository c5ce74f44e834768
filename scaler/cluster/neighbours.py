"""Whose pods may be an autoscaler's too? The selectors of all targets of a namespace, looked at now and then."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from adapter.kube.meta import NamespacedName
from adapter.kube.selectors import Selector, SelectorError, parse_selector
from adapter.process.clock import Clock
from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.cluster.rivals import Targets
from scaler.cluster.workloads import WorkloadCache, WorkloadKind, workload_kind
from scaler.controller.overlap import Neighbour, Neighbourhood

_KEPT_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class _Kept:
    until: float
    neighbourhood: Neighbourhood


class ClusterRivals:
    """Same targets from the index of autoscalers; shared pods from the selectors of the watched workloads.

    A namespace is gone through again after 5 s, so that a sync costs no more where there are thousands.
    """

    def __init__(self, *, targets: Targets, caches: Mapping[WorkloadKind, WorkloadCache], clock: Clock) -> None:
        self._targets = targets
        self._caches = caches
        self._clock = clock
        self._kept: dict[str, _Kept] = {}

    def of(self, autoscaler: Autoscaler) -> tuple[AutoscalerId, ...]:
        return self._targets.of(autoscaler)

    def near(self, autoscaler: Autoscaler, selector: Selector) -> tuple[Neighbour, ...]:
        """The same target's rivals are left out: they are another matter, and told as one."""
        same = {autoscaler.id, *self._targets.of(autoscaler)}
        found = self._neighbourhood(autoscaler.key.namespace).near(selector)
        return tuple(neighbour for neighbour in found if neighbour.id not in same)

    def _neighbourhood(self, namespace: str) -> Neighbourhood:
        now = self._clock.monotonic()
        kept = self._kept.get(namespace)
        if kept is None or kept.until <= now:
            kept = _Kept(now + _KEPT_SECONDS, Neighbourhood.of(self._neighbours(namespace)))
            self._kept[namespace] = kept
        return kept.neighbourhood

    def _neighbours(self, namespace: str) -> Iterator[Neighbour]:
        for autoscaler, reference in self._targets.others_in(namespace):
            kind = workload_kind(reference)
            workload = None if kind is None else self._caches[kind].get(NamespacedName(namespace, reference.name))
            if workload is None or not workload.target.scale.selector:
                continue
            try:
                yield Neighbour(id=autoscaler, selector=parse_selector(workload.target.scale.selector))
            except SelectorError:
                continue  # its own sync says so
