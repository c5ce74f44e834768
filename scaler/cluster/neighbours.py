"""Whose pods may be an autoscaler's too? The selectors of all targets of a namespace, looked at now and then."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from adapter.kube.meta import NamespacedName
from adapter.kube.selectors import Selector, SelectorError, parse_selector
from adapter.process.clock import Clock
from scaler.api.autoscaler import Autoscaler, AutoscalerId, Stranger
from scaler.cluster.rivals import Targets
from scaler.cluster.scale_kinds import ScaleKinds
from scaler.controller.overlap import Neighbour, Neighbourhood

_KEPT_SECONDS: Final = 5.0


@dataclass(slots=True)
class _Kept:
    """A namespace as it was gone through last: the selectors that were found, and what follows from them."""

    until: float
    selectors: Mapping[AutoscalerId, str]
    neighbourhood: Neighbourhood
    near: dict[AutoscalerId, tuple[Selector, tuple[Neighbour, ...]]] = field(default_factory=dict)


class ClusterRivals:
    """Same targets from the index of autoscalers; shared pods from the selectors of the targets that are known.

    A namespace is gone through again after 5 s, so that a sync costs no more where there are thousands.
    """

    def __init__(self, *, targets: Targets, kinds: ScaleKinds, clock: Clock) -> None:
        self._targets = targets
        self._kinds = kinds
        self._clock = clock
        self._kept: dict[str, _Kept] = {}

    def of(self, autoscaler: Autoscaler) -> tuple[AutoscalerId, ...]:
        return self._targets.of(autoscaler)

    def strangers(self, autoscaler: Autoscaler) -> tuple[Stranger, ...]:
        return self._targets.strangers(autoscaler)

    def near(self, autoscaler: Autoscaler, selector: Selector) -> tuple[Neighbour, ...]:
        """The same target's rivals are left out: they are another matter, and told as one."""
        kept, asking = self._looked(autoscaler.key.namespace), autoscaler.id
        known, found = kept.near.get(asking, (None, ()))
        if known is not selector:  # a target's selector is the same object as long as its text is the same
            found = tuple(near for near in kept.neighbourhood.near(selector) if near.id != asking)
            kept.near[asking] = selector, found
        if not found:
            return ()
        same = self._targets.of(autoscaler)
        return tuple(near for near in found if near.id not in same)

    def _looked(self, namespace: str) -> _Kept:
        now = self._clock.monotonic()
        kept = self._kept.get(namespace)
        if kept is not None and kept.until > now:
            return kept
        selectors = dict(self._selectors(namespace))
        if kept is None or kept.selectors != selectors:
            kept = _Kept(0.0, selectors, Neighbourhood.of(_neighbours(selectors)))
            self._kept[namespace] = kept
        kept.until = now + _KEPT_SECONDS
        return kept

    def _selectors(self, namespace: str) -> Iterator[tuple[AutoscalerId, str]]:
        for autoscaler, reference in self._targets.others_in(namespace):
            selector = self._kinds.source(reference).selector(NamespacedName(namespace, reference.name))
            if selector:
                yield autoscaler, selector


def _neighbours(selectors: Mapping[AutoscalerId, str]) -> Iterator[Neighbour]:
    for autoscaler, selector in selectors.items():
        try:
            yield Neighbour(id=autoscaler, selector=parse_selector(selector))
        except SelectorError:
            continue  # its own sync says so
