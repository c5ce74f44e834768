"""What does the linter say of a rules file? Findings: where, how bad, by which rule, what is wrong, what to write."""

from dataclasses import dataclass
from enum import StrEnum

from adapter.externalmetrics.problems import Place


class Severity(StrEnum):
    """An error makes a rule useless, or keeps a file from being loaded; a warning may be meant that way."""

    ERROR = "error"
    WARNING = "warning"


class LintRule(StrEnum):
    """What a finding is about; docs/check.md says what each means."""

    FILE = "file"
    YAML = "yaml"
    UNREADABLE = "unreadable"
    UNKNOWN_KEY = "unknown-key"
    REPEATED_KEY = "repeated-key"
    MISSING_KEY = "missing-key"
    WRONG_VALUE = "wrong-value"
    NAMESPACE_LABEL = "namespace-label"
    DUPLICATE_METRIC = "duplicate-metric"
    NAME_EXPANSION = "name-expansion"
    METRIC_NAME = "metric-name"
    BRACES = "braces"
    TEMPLATE = "template"
    SERIES_QUERY = "series-query"
    REGULAR_EXPRESSION = "regular-expression"
    SERVER = "server"
    PROMQL = "promql"
    RESULT_TYPE = "result-type"
    SELECTOR = "selector"
    LIVE = "live"
    OVERFLOW = "overflow"
    CHART_KEYS = "chart-keys"
    NO_RULES = "no-rules"
    NOT_SERVED = "not-served"
    NO_METRIC = "no-metric"
    SHARED_NAME = "shared-name"
    UNKNOWN_METRIC = "unknown-metric"
    LABEL_MATCHERS = "label-matchers"
    SERIES_MATCHERS = "series-matchers"
    COMMA = "comma"
    RESOURCE = "resource"
    UNAGGREGATED = "unaggregated"
    SHORT_RANGE = "short-range"
    VANISHES = "vanishes"
    DIVISION = "division"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Finding:
    """`message` says what is wrong, `instead` what to write; each is one line, and neither is empty."""

    place: Place
    severity: Severity
    rule: LintRule
    message: str
    instead: str


def error(place: Place, rule: LintRule, message: str, *, instead: str) -> Finding:
    return Finding(place=place, severity=Severity.ERROR, rule=rule, message=message, instead=instead)


def warning(place: Place, rule: LintRule, message: str, *, instead: str) -> Finding:
    return Finding(place=place, severity=Severity.WARNING, rule=rule, message=message, instead=instead)
