"""Who scales the same target? Every autoscaler's target, by namespace, kind, group and name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scaler.api.autoscaler import Autoscaler, AutoscalerId, Stranger
from scaler.api.types import CrossVersionObjectReference


@dataclass(frozen=True, slots=True)
class _Target:
    """A workload; the version by which it is called doesn't matter."""

    namespace: str
    group: str
    kind: str
    name: str


class Targets:
    """Which autoscalers have which target."""

    def __init__(self) -> None:
        self._target_of: dict[AutoscalerId, _Target] = {}
        self._claimants: dict[_Target, set[AutoscalerId]] = {}
        self._references: dict[str, dict[AutoscalerId, CrossVersionObjectReference]] = {}
        self._strangers: dict[AutoscalerId, Stranger] = {}
        self._listeners: list[Callable[[AutoscalerId], None]] = []

    def subscribe(self, changed: Callable[[AutoscalerId], None]) -> None:
        """From now on `changed` is told of each autoscaler that has got or lost a rival."""
        self._listeners.append(changed)

    def put(
        self, autoscaler: AutoscalerId, reference: CrossVersionObjectReference, stranger: Stranger | None = None
    ) -> None:
        """The autoscaler has this target, and no other any more; a `stranger` is one that we don't look after."""
        self._strangers.pop(autoscaler, None)
        if stranger is not None:
            self._strangers[autoscaler] = stranger
        target = _target(autoscaler.key.namespace, reference)
        if self._target_of.get(autoscaler) == target:
            return
        self._leave(autoscaler)
        self._target_of[autoscaler] = target
        self._references.setdefault(target.namespace, {})[autoscaler] = reference
        self._claimants.setdefault(target, set()).add(autoscaler)
        self._tell_others(target, autoscaler)

    def remove(self, autoscaler: AutoscalerId) -> None:
        self._strangers.pop(autoscaler, None)
        self._leave(autoscaler)

    def _leave(self, autoscaler: AutoscalerId) -> None:
        target = self._target_of.pop(autoscaler, None)
        if target is None:
            return
        references = self._references[target.namespace]
        del references[autoscaler]
        if not references:
            del self._references[target.namespace]
        claimants = self._claimants[target]
        claimants.discard(autoscaler)
        if not claimants:
            del self._claimants[target]
        self._tell_others(target, autoscaler)

    def others_in(self, namespace: str) -> Iterator[tuple[AutoscalerId, CrossVersionObjectReference]]:
        """Every autoscaler of a namespace with its target."""
        yield from self._references.get(namespace, {}).items()

    def all(self) -> set[AutoscalerId]:
        return set(self._target_of)

    def of(self, autoscaler: Autoscaler) -> tuple[AutoscalerId, ...]:
        """The others with the autoscaler's target, sorted by kind and name."""
        target = _target(autoscaler.key.namespace, autoscaler.spec.scale_target_ref)
        others = self._claimants.get(target, set()) - {autoscaler.id}
        return tuple(sorted(others, key=lambda other: other.qualified))

    def strangers(self, autoscaler: Autoscaler) -> tuple[Stranger, ...]:
        """Those of the others that nobody of ours looks after."""
        return tuple(self._strangers[other] for other in self.of(autoscaler) if other in self._strangers)

    def _tell_others(self, target: _Target, autoscaler: AutoscalerId) -> None:
        for other in self._claimants.get(target, set()) - {autoscaler}:
            for listener in self._listeners:
                listener(other)


def _target(namespace: str, reference: CrossVersionObjectReference) -> _Target:
    group, slash, _ = reference.api_version.partition("/")
    return _Target(namespace, group if slash else "", reference.kind, reference.name)
