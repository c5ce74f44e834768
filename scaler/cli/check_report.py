"""How do the findings look? One line and what to write instead for a person, a list of objects for a program."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

import msgspec

from adapter.externalmetrics.lint import Report
from adapter.externalmetrics.lintfindings import Finding, LintRule, Severity, error, warning
from adapter.externalmetrics.lintoverflow import Target, value_finding
from adapter.externalmetrics.policies import Reduce
from adapter.kube.quantity import parse_quantity
from scaler.cli.check_metric import Failed, LiveRead, NoNames, Ran
from scaler.cli.tables import aligned

_HEADER = ("METRIC", "SERIES", "VALUE", "AGE", "AT ZERO", "RULE")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One argument of the command: what was found in its files, and what kept some from being read."""

    report: Report
    unreadable: tuple[Finding, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        return (*self.unreadable, *self.report.findings)

    @property
    def loads(self) -> bool:
        return self.report.loads and not self.unreadable


def live_findings(reads: Sequence[LiveRead], namespace: str) -> Iterator[Finding]:
    """What is wrong with what the rules answered."""
    for read in reads:
        name = f"metric {read.metric!r} in {namespace}" if read.metric else "the rule"
        match read.outcome:
            case Failed(text=text):
                instead = f"correct the rule until Prometheus answers: {read.promql or 'no query could be built'}"
                yield error(read.rule.place, LintRule.LIVE, f"{name}: {text}", instead=_line(instead))
            case NoNames():
                instead = f"look in Prometheus for what seriesQuery should find: {read.promql}"
                message = "seriesQuery finds no series of the last hour: the rule serves no metric now"
                yield warning(read.rule.place, LintRule.LIVE, message, instead=_line(instead))
            case Ran() as ran:
                yield from _ran_findings(read, ran, name)
            case _:
                assert_never(read.outcome)


def overflow_findings(reads: Sequence[LiveRead], targets: Sequence[Target], namespace: str) -> Iterator[Finding]:
    """Which of the values that were read are too large for the targets of autoscalers in that namespace."""
    for read in reads:
        if not isinstance(read.outcome, Ran) or read.outcome.value is None:
            continue
        value = parse_quantity(read.outcome.value)
        for target in targets:
            if (target.metric, target.namespace) == (read.metric, namespace):
                finding = value_finding(target, value)
                yield from () if finding is None else (finding,)


def _ran_findings(read: LiveRead, ran: Ran, name: str) -> Iterator[Finding]:
    place = read.rule.place
    if not ran.series:
        instead = f"look for the series in Prometheus, or name another namespace by -n: {read.promql}"
        yield warning(place, LintRule.LIVE, f"{name}: the query works and finds nothing now", instead=_line(instead))
    if ran.series > 1 and read.rule.policies.reduce is Reduce.NONE:
        message = f"{name}: {ran.series} series, which an autoscaler without a selector adds up to {ran.value}"
        instead = "aggregate them in metricsQuery, or say by reduce what they are together"
        yield warning(place, LintRule.LIVE, message, instead=instead)
    if ran.at_zero.problem:
        message = f"{name}: without a series a read fails: {ran.at_zero.problem}"
        yield warning(place, LintRule.LIVE, message, instead="append `or vector(0)`, or say what it means: onNaN: zero")


def as_text(checked: Sequence[Checked], findings: Sequence[Finding], reads: Sequence[LiveRead]) -> str:
    """Two lines per finding, the live values, and a last line that counts."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.place}: {finding.severity}: {finding.message} [{finding.rule}]")
        lines.append(f"    instead: {finding.instead}")
    rows = [_row(read, read.outcome) for read in reads if isinstance(read.outcome, Ran)]
    table = ["", *aligned([_HEADER, *rows]), ""] if rows else []
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    counts = (
        _plural(sum(one.report.entries for one in checked), "rule"),
        _plural(errors, "error"),
        _plural(len(findings) - errors, "warning"),
    )
    return "\n".join([*lines, *table, ", ".join(counts)])


def as_json(findings: Sequence[Finding], reads: Sequence[LiveRead], namespace: str) -> str:
    """A list of findings; what was run stands in it, too, with the severity `info` and its numbers under `live`."""
    ran = [_live_entry(read, read.outcome, namespace) for read in reads if isinstance(read.outcome, Ran)]
    return msgspec.json.encode([*map(_entry, findings), *ran]).decode()


def _entry(finding: Finding) -> Mapping[str, object]:
    return {
        "file": finding.place.source,
        "line": finding.place.line,
        "severity": finding.severity,
        "rule": finding.rule,
        "message": finding.message,
        "instead": finding.instead,
    }


def _live_entry(read: LiveRead, ran: Ran, namespace: str) -> Mapping[str, object]:
    return {
        "file": read.rule.place.source,
        "line": read.rule.place.line,
        "severity": "info",
        "rule": LintRule.LIVE,
        "message": f"metric {read.metric!r} in {namespace}: {_plural(ran.series, 'series')}, {ran.value or 'missing'}",
        "instead": "",
        "live": {
            "metric": read.metric,
            "query": read.promql,
            "series": ran.series,
            "value": ran.value,
            "ageSeconds": ran.age_seconds,
            "atZero": ran.at_zero.answer,
        },
    }


def _row(read: LiveRead, ran: Ran) -> tuple[str, ...]:
    age = "-" if ran.age_seconds is None else f"{ran.age_seconds:.0f}s"
    return (read.metric, str(ran.series), ran.value or "-", age, ran.at_zero.answer, str(read.rule.place))


def _line(text: str) -> str:
    return " ".join(text.split())


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 or word.endswith("s") else f"{count} {word}s"
