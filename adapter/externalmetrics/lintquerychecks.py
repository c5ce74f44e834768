"""What is wrong with the PromQL that a rule will send, and what may its answer do to an autoscaler?"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from adapter.externalmetrics.lintfindings import Finding, LintRule, error, warning
from adapter.externalmetrics.lintpromql import (
    Expr,
    NotPromql,
    Undecided,
    has_range_without_unit,
    parsed,
    wrong_result_of,
)
from adapter.externalmetrics.lintqueries import (
    Sample,
    bare_sample,
    full_samples,
    labels_taken,
    several_sample,
    worded_samples,
)
from adapter.externalmetrics.lintshapes import (
    Emptied,
    divides_by_what_may_be_zero,
    emptied_by,
    has_many_series,
    short_range_of,
)
from adapter.externalmetrics.policies import Reduce
from adapter.externalmetrics.problems import Place
from adapter.externalmetrics.queries import Inexpressible
from adapter.externalmetrics.rule import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A rule, where its query stands, and what it says of answers that are empty or NaN: None for nothing."""

    rule: Rule
    place: Place
    decides_empty: bool
    decides_nan: bool


def query_findings(subject: Subject, scrape_interval: timedelta) -> Iterator[Finding]:
    """Errors of the queries, and if there are none, warnings about their answers."""
    bare, full = _read(bare_sample(subject.rule)), [_read(sample) for sample in full_samples(subject.rule)]
    problem = _problem(subject, bare, full)
    if problem is not None:
        yield problem
    else:
        yield from _wrong_words(subject)
        yield from _single_values(subject)
    for read in (bare, *full):
        if isinstance(read.result, Expr):
            yield from _range_findings(subject.place, read.promql)
            yield from _answer_findings(subject, read.result, scrape_interval)
            return


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    asks: str
    promql: str
    result: Expr | NotPromql | Undecided | Inexpressible

    @property
    def is_good(self) -> bool:
        return isinstance(self.result, Expr | Undecided)


def _read(sample: Sample) -> _Read:
    if isinstance(sample.query, Inexpressible):
        return _Read(asks=sample.asks, promql="", result=sample.query)
    promql = sample.query.promql
    return _Read(asks=sample.asks, promql=" ".join(promql.split()), result=parsed(promql))


def _problem(subject: Subject, bare: _Read, full: list[_Read]) -> Finding | None:
    """What keeps a read from being answered: always, or without a selector."""
    labels = labels_taken(subject.rule)
    good = any(one.is_good for one in full)
    if good and bare.is_good:
        return None
    if good and labels:
        return warning(
            subject.place,
            LintRule.SELECTOR,
            f"a read without a selector that gives {', '.join(labels)} fails, its query is no PromQL: {bare.promql}",
            instead=f'write <<if index .LabelValuesByName "{labels[0]}">>...<<else>>...<<end>>',
        )
    first = full[0] if labels or bare.is_good else bare
    if isinstance(first.result, Inexpressible):
        return error(
            subject.place,
            LintRule.SELECTOR,
            f"a read with {first.asks} is refused: {first.result.text}",
            instead="name labels as Prometheus has them: letters, digits and underscores",
        )
    return _not_promql(subject, first)


def _not_promql(subject: Subject, read: _Read) -> Finding:
    text = read.result.text if isinstance(read.result, NotPromql) else ""
    return error(
        subject.place,
        LintRule.PROMQL,
        f"not PromQL ({text}): {read.promql}" if read.promql else "metricsQuery renders nothing",
        instead="correct metricsQuery until the query that is shown works in Prometheus",
    )


def _wrong_words(subject: Subject) -> Iterator[Finding]:
    for read in map(_read, worded_samples(subject.rule)):
        if not read.is_good:
            yield _not_promql(subject, read)


def _single_values(subject: Subject) -> Iterator[Finding]:
    for label in labels_taken(subject.rule):
        sample = several_sample(subject.rule, label)
        if isinstance(sample.query, Inexpressible):
            yield warning(
                subject.place,
                LintRule.SELECTOR,
                f"a selector such as {sample.asks} is refused: {sample.query.text}",
                instead=f'put the value into a regular expression: {label}=~"<<index .LabelValuesByName "{label}">>"',
            )


def _range_findings(place: Place, promql: str) -> Iterator[Finding]:
    if has_range_without_unit(promql):
        message = f"only Prometheus 3 takes a range without a unit: {promql}"
        yield warning(place, LintRule.PROMQL, message, instead="write the unit: [300s] or [5m]")


def _answer_findings(subject: Subject, expression: Expr, scrape_interval: timedelta) -> Iterator[Finding]:
    place = subject.place
    wrong = wrong_result_of(expression)
    if wrong is not None:
        instead = "wrap the range in a function such as rate or max_over_time"
        yield error(
            place, LintRule.RESULT_TYPE, f"the query answers {wrong}, no numbers: every read fails", instead=instead
        )
        return
    short = short_range_of(expression, scrape_interval)
    if short is not None:
        scrape = f"{scrape_interval.total_seconds():g}s"
        message = f"{short} may find too few samples and then answers nothing, where {scrape} lie between two scrapes"
        instead = f"give a range of at least four scrapes: [{scrape_interval.total_seconds() * 4:g}s]"
        yield warning(place, LintRule.SHORT_RANGE, message, instead=instead)
    if subject.rule.policies.reduce is Reduce.NONE and has_many_series(expression):
        message = "nothing says how several series become one number, so an autoscaler adds them up"
        yield warning(place, LintRule.UNAGGREGATED, message, instead="aggregate: sum(...), or write reduce: error")
    yield from _at_zero(subject, expression)


def _at_zero(subject: Subject, expression: Expr) -> Iterator[Finding]:
    emptied = emptied_by(expression)
    if emptied is Emptied.BY_COMPARISON and not subject.decides_empty:
        message = (
            "the comparison leaves nothing when the number is zero: missing, not 0, and an autoscaler holds its count"
        )
        instead = "append `or vector(0)`, write `bool` behind the comparison, or onEmpty: zero (error, if it is meant)"
        yield warning(subject.place, LintRule.VANISHES, message, instead=instead)
    elif emptied is not None and not subject.decides_empty:
        message = "without a series the answer is empty: missing, not 0, and an autoscaler holds its count"
        instead = "append `or vector(0)` or write onEmpty: zero if that means zero, else onEmpty: error"
        yield warning(subject.place, LintRule.VANISHES, message, instead=instead)
    if divides_by_what_may_be_zero(expression) and not subject.decides_nan:
        message = "a division by zero is NaN or infinite, and then a read fails"
        instead = "write clamp_min(..., 1) around the divisor, or onNaN: zero (error, if it is meant)"
        yield warning(subject.place, LintRule.DIVISION, message, instead=instead)
