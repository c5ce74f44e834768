"""Can two selectors choose the same pod? What can be said without looking at pods. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from adapter.kube.selectors import Operator, Selector
from scaler.api.autoscaler import AutoscalerId

_EQUALITIES = frozenset({Operator.IN, Operator.EQUALS, Operator.DOUBLE_EQUALS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """Another autoscaler, and the selector of its target."""

    id: AutoscalerId
    selector: Selector


def may_overlap(one: Selector, other: Selector) -> bool:
    """False only if some label must have one value for the first and another for the second."""
    wanted = _equalities(one)
    return all(key not in wanted or not wanted[key].isdisjoint(values) for key, values in _equalities(other).items())


@dataclass(slots=True)
class Neighbourhood:
    """The neighbours of one namespace, grouped by the first label that each selector fixes."""

    _by_label: dict[str, dict[str, list[Neighbour]]] = field(default_factory=dict)
    _unfixed: list[Neighbour] = field(default_factory=list)

    @staticmethod
    def of(neighbours: Iterable[Neighbour]) -> "Neighbourhood":
        made = Neighbourhood()
        for neighbour in neighbours:
            fixed = next(iter(_equalities(neighbour.selector).items()), None)
            if fixed is None:
                made._unfixed.append(neighbour)
                continue
            key, values = fixed
            for value in values:
                made._by_label.setdefault(key, {}).setdefault(value, []).append(neighbour)
        return made

    def near(self, selector: Selector) -> tuple[Neighbour, ...]:
        """Those whose pods may be the selector's too, in an order that stays."""
        found = {near.id: near for near in self._candidates(selector) if may_overlap(selector, near.selector)}
        return tuple(found[key] for key in sorted(found, key=lambda known: known.qualified))

    def _candidates(self, selector: Selector) -> Iterator[Neighbour]:
        wanted = _equalities(selector)
        yield from self._unfixed
        for key, by_value in self._by_label.items():
            for value in wanted.get(key, by_value):
                yield from by_value.get(value, ())


def _equalities(selector: Selector) -> dict[str, frozenset[str]]:
    return {
        requirement.key: frozenset(requirement.values)
        for requirement in selector.requirements
        if requirement.operator in _EQUALITIES
    }
