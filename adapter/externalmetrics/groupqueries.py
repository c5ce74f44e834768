"""How are many reads asked in one query, and how is its answer taken apart again?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapter.externalmetrics.ages import AGE_LABEL, with_ages
from adapter.externalmetrics.plans import Group, Plan
from adapter.externalmetrics.queryshapes import QueryShape
from adapter.prometheus.promql import Matcher, MatchOperator, quote_regex
from adapter.prometheus.samples import Sample


def group_query(group: Group, plans: Sequence[Plan]) -> str:
    """The query that answers all of the plans, at least one and all of this group. It may find more than they ask."""
    first = plans[0]
    shape = _shape_of(first)
    matchers = (*(_any_of(name, index, plans) for index, name in enumerate(group.names)), *group.others)
    joined = ",".join(map(str, matchers))
    promql = shape.text(first.series, joined, group.names)
    if first.rule.policies.max_age_seconds is None:
        return promql
    by = ",".join(group.names)
    return with_ages(promql, first.rule.selectors, series=first.series, matchers=joined, by=by)


def parts_of(group: Group, plans: Sequence[Plan], samples: Sequence[Sample]) -> Mapping[Plan, tuple[Sample, ...]]:
    """The samples that each plan's own query would have had, with the labels it would have had; none is not zero."""
    found: dict[tuple[str, ...], list[Sample]] = {}
    for sample in samples:
        labels = sample.labels or {}
        found.setdefault(tuple([labels.get(name, "") for name in group.names]), []).append(sample)
    surplus = frozenset(name for name in group.names if not _shape_of(plans[0]).keeps(name))
    return _Parts(names=frozenset(group.names), surplus=surplus, plans=plans, found=found)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Parts(Mapping[Plan, tuple[Sample, ...]]):
    """Each plan's samples, made when they are looked up: of most that are asked for along with others, they never are.

    `surplus` are the labels that only tell the plans apart.
    """

    names: frozenset[str]
    surplus: frozenset[str]
    plans: Sequence[Plan]
    found: Mapping[tuple[str, ...], Sequence[Sample]]

    def __getitem__(self, plan: Plan) -> tuple[Sample, ...]:
        return tuple(map(self._as_asked_alone, self.found.get(plan.values, ())))

    def __iter__(self) -> Iterator[Plan]:
        return iter(self.plans)

    def __len__(self) -> int:
        return len(self.plans)

    def _as_asked_alone(self, sample: Sample) -> Sample:
        labels = sample.labels or {}
        dropped = self.names if AGE_LABEL in labels else self.surplus
        kept = {name: value for name, value in labels.items() if name not in dropped}
        return Sample(labels=kept, at=sample.at, value=sample.value)


def _shape_of(plan: Plan) -> QueryShape:
    shape = plan.rule.shape
    assert shape is not None, "a plan with a group has a rule with a shape"
    return shape


def _any_of(name: str, index: int, plans: Sequence[Plan]) -> Matcher:
    values = sorted({plan.values[index] for plan in plans})
    if len(values) == 1:
        return Matcher(label=name, operator=MatchOperator.EQUAL, value=values[0])
    return Matcher(label=name, operator=MatchOperator.REGEX, value="|".join(map(quote_regex, values)))
