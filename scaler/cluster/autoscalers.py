"""Which autoscalers are there? A copy of the ZeroPodAutoscalers, kept by a watch, that tells the loop what changed."""

from collections.abc import Callable, Sequence

import structlog

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import Autoscaler
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.kinds import AutoscalerKind
from scaler.api.quantities import DecodeError
from scaler.api.wire_object import WireAutoscaler

log = structlog.get_logger()


class AutoscalerCache:
    """The copy that the autoscalers' watches keep."""

    def __init__(self, *, kind: AutoscalerKind) -> None:
        self._kind = kind
        self._listeners: list[Callable[[NamespacedName], None]] = []
        self._autoscalers: dict[NamespacedName, Autoscaler] = {}

    def subscribe(self, changed: Callable[[NamespacedName], None]) -> None:
        """From now on `changed` is told each object's key when it comes, changes or goes."""
        self._listeners.append(changed)

    def get(self, key: NamespacedName) -> Autoscaler | None:
        return self._autoscalers.get(key)

    def __len__(self) -> int:
        return len(self._autoscalers)

    def replaced(self, items: Sequence[WireAutoscaler], namespace: str | None) -> None:
        before = {key for key in self._autoscalers if namespace in {None, key.namespace}}
        for key in before:
            del self._autoscalers[key]
        for item in items:
            autoscaler = self._decode(item)
            if autoscaler is not None:
                self._autoscalers[autoscaler.key] = autoscaler
        for key in before.union(item.metadata.key for item in items):
            self._changed(key)

    def applied(self, item: WireAutoscaler) -> None:
        autoscaler = self._decode(item)
        if autoscaler is None:
            self.deleted(item)
            return
        self._autoscalers[autoscaler.key] = autoscaler
        self._changed(autoscaler.key)

    def deleted(self, item: WireAutoscaler) -> None:
        self._autoscalers.pop(item.metadata.key, None)
        self._changed(item.metadata.key)

    def _changed(self, key: NamespacedName) -> None:
        for listener in self._listeners:
            listener(key)

    def _decode(self, item: WireAutoscaler) -> Autoscaler | None:
        """An object that no rule of the CRD would have let in is left alone, and said so."""
        try:
            return decode_autoscaler(item, kind=self._kind)
        except DecodeError as error:
            log.warning("cannot read autoscaler", autoscaler=str(item.metadata.key), reason=str(error))
            return None
