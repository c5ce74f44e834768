"""Which pods are there? A copy of those of some namespaces, kept by watches, and found by label without a search.

A namespace's pods are looked up by the rarest label that a selector fixes; what was found is kept until any pod of the
namespace changes, so that a sync of a steady target costs one look into a dictionary.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from adapter.kube.meta import TimestampError
from adapter.kube.quantity import QuantityError
from adapter.kube.selectors import Operator, Selector, parse_selector
from scaler.algorithm.model import Pod
from scaler.cluster.pod_wire import WirePod, decode_pod

_FIXING: Final = frozenset({Operator.IN, Operator.EQUALS, Operator.DOUBLE_EQUALS})


class UnreadablePodError(Exception):
    """A pod that is selected says something that makes no sense."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A pod, or what makes no sense about it."""

    labels: Mapping[str, str]
    pod: Pod | str


@dataclass(slots=True)
class _Namespace:
    pods: dict[str, _Kept] = field(default_factory=dict)
    by_label: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    found: dict[str, tuple[Pod, ...]] = field(default_factory=dict)

    def put(self, name: str, kept: _Kept) -> None:
        self.remove(name)
        self.pods[name] = kept
        for label in kept.labels.items():
            self.by_label.setdefault(label, set()).add(name)

    def remove(self, name: str) -> None:
        self.found.clear()
        kept = self.pods.pop(name, None)
        for label in () if kept is None else kept.labels.items():
            named = self.by_label[label]
            named.discard(name)
            if not named:
                del self.by_label[label]

    def candidates(self, selector: Selector) -> Iterable[str]:
        """Names among which every selected pod is, as few as one label tells."""
        fixed = [
            [self.by_label.get((requirement.key, value), frozenset[str]()) for value in requirement.values]
            for requirement in selector.requirements
            if requirement.operator in _FIXING
        ]
        if not fixed:
            return self.pods
        fewest = min(fixed, key=lambda names: sum(map(len, names)))
        return set().union(*fewest)


class PodCopy:
    """The copy that the watches of single namespaces keep."""

    def __init__(self) -> None:
        self._namespaces: dict[str, _Namespace] = {}

    def __len__(self) -> int:
        return sum(len(each.pods) for each in self._namespaces.values())

    def replaced(self, items: Sequence[WirePod], namespace: str | None) -> None:
        if namespace is None:
            self._namespaces.clear()
        else:
            self._namespaces.pop(namespace, None)
        for item in items:
            self.applied(item)

    def applied(self, item: WirePod) -> None:
        kept = _Kept(item.metadata.labels, _pod(item))
        self._namespaces.setdefault(item.metadata.namespace, _Namespace()).put(item.metadata.name, kept)

    def deleted(self, item: WirePod) -> None:
        self._namespaces.setdefault(item.metadata.namespace, _Namespace()).remove(item.metadata.name)

    def select(self, namespace: str, selector: str) -> tuple[Pod, ...]:
        """The selector's pods, by name. Raises SelectorError and UnreadablePodError."""
        there = self._namespaces.get(namespace)
        if there is None:
            return ()
        found = there.found.get(selector)
        if found is None:
            found = tuple(_selected(there, parse_selector(selector)))
            there.found[selector] = found
        return found


def _selected(there: _Namespace, selector: Selector) -> Iterable[Pod]:
    for name in sorted(there.candidates(selector)):
        kept = there.pods[name]
        if not selector.matches(kept.labels):
            continue
        if isinstance(kept.pod, str):
            raise UnreadablePodError(f'pod "{name}": {kept.pod}')
        yield kept.pod


def _pod(item: WirePod) -> Pod | str:
    try:
        return decode_pod(item)
    except (QuantityError, TimestampError) as error:
        return str(error)
