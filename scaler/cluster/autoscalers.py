"""Which autoscalers are there? A copy of those that are ours to sync, kept by watches, that tells what changed.

Ours are the ZeroPodAutoscalers and the stock autoscalers that are annotated; of every other stock autoscaler only its
name and target are kept.
"""

from collections.abc import Callable, Sequence
from typing import assert_never

import structlog

from scaler.api.autoscaler import Autoscaler, AutoscalerId, Stranger
from scaler.api.decode_autoscaler import decode_autoscaler, decode_faulty
from scaler.api.decode_companion import decode_companion, decode_faulty_companion
from scaler.api.decode_metrics import decode_reference
from scaler.api.kinds import AutoscalerKind
from scaler.api.quantities import DecodeError
from scaler.api.types import Mode
from scaler.api.wire_object import WireAutoscaler
from scaler.cluster.rivals import Targets

log = structlog.get_logger()


class AutoscalerCache:
    """The copy that the autoscalers' watches keep; `of_kind` is what the watches of one kind feed."""

    def __init__(self) -> None:
        self.targets = Targets()
        self._listeners: list[Callable[[AutoscalerId], None]] = []
        self._autoscalers: dict[AutoscalerId, Autoscaler] = {}

    def subscribe(self, changed: Callable[[AutoscalerId], None]) -> None:
        """From now on `changed` is told of each autoscaler of ours when it comes, changes or goes."""
        self._listeners.append(changed)

    def get(self, wanted: AutoscalerId) -> Autoscaler | None:
        return self._autoscalers.get(wanted)

    def ids(self) -> tuple[AutoscalerId, ...]:
        """Which autoscalers of ours there are."""
        return tuple(self._autoscalers)

    def __len__(self) -> int:
        return len(self._autoscalers)

    def of_kind(self, kind: AutoscalerKind) -> "KindOfAutoscaler":
        return KindOfAutoscaler(self, kind)

    def known(self, kind: AutoscalerKind, namespace: str | None) -> set[AutoscalerId]:
        """All of a kind, ours or not, in one namespace or in all."""
        return {
            each
            for each in self.targets.all().union(self._autoscalers)
            if each.kind is kind and namespace in {None, each.key.namespace}
        }

    def put(self, found: AutoscalerId, autoscaler: Autoscaler | None) -> None:
        """It is there, and ours if there is an `autoscaler`."""
        if autoscaler is None:
            self.remove(found)
            return
        self._autoscalers[found] = autoscaler
        self._changed(found)

    def remove(self, gone: AutoscalerId) -> None:
        if self._autoscalers.pop(gone, None) is not None:
            self._changed(gone)

    def _changed(self, changed: AutoscalerId) -> None:
        for listener in self._listeners:
            listener(changed)


class KindOfAutoscaler:
    """The sink of one kind's watches."""

    def __init__(self, cache: AutoscalerCache, kind: AutoscalerKind) -> None:
        self._cache = cache
        self._kind = kind

    def replaced(self, items: Sequence[WireAutoscaler], namespace: str | None) -> None:
        for gone in self._cache.known(self._kind, namespace) - {self._id(item) for item in items}:
            self._remove(gone)
        for item in items:
            self.applied(item)

    def applied(self, item: WireAutoscaler) -> None:
        found, autoscaler = self._id(item), self._decode(item)
        if _only_watches(item, self._kind):
            self._cache.targets.remove(found)
        else:
            stranger = (
                None if autoscaler is not None else Stranger(kind=self._kind, key=found.key, uid=item.metadata.uid)
            )
            self._cache.targets.put(found, decode_reference(item.spec.scale_target_ref), stranger)
        self._cache.put(found, autoscaler)

    def deleted(self, item: WireAutoscaler) -> None:
        self._remove(self._id(item))

    def _remove(self, gone: AutoscalerId) -> None:
        self._cache.targets.remove(gone)
        self._cache.remove(gone)

    def _id(self, item: WireAutoscaler) -> AutoscalerId:
        return AutoscalerId(kind=self._kind, key=item.metadata.key)

    def _decode(self, item: WireAutoscaler) -> Autoscaler | None:
        """One that no rule of the API would have let in comes with its fault, which is told on it."""
        try:
            match self._kind:
                case AutoscalerKind.ZERO_POD_AUTOSCALER:
                    return decode_autoscaler(item, kind=self._kind)
                case AutoscalerKind.HORIZONTAL_POD_AUTOSCALER:
                    return decode_companion(item)
                case _:
                    assert_never(self._kind)
        except DecodeError as error:
            self._complain(self._id(item), str(error))
            if self._kind.has_zero_block:
                return decode_faulty(item, kind=self._kind, fault=str(error))
            return decode_faulty_companion(item, fault=str(error))

    def _complain(self, found: AutoscalerId, fault: str) -> None:
        """Once: the object comes again with every status that somebody writes."""
        known = self._cache.get(found)
        if known is None or known.fault != fault:
            log.warning("cannot read autoscaler", autoscaler=str(found), reason=fault)


def _only_watches(item: WireAutoscaler, kind: AutoscalerKind) -> bool:
    """Is it a Shadow, which writes nothing and so is nobody's rival?"""
    zero = item.spec.zero
    return kind.has_zero_block and zero is not None and zero.mode == Mode.SHADOW
