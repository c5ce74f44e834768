"""What is to be said of the rules in use? How many are served, and each one that isn't, with its place."""

import structlog

from adapter.externalmetrics.catalog import Catalog
from adapter.externalmetrics.rules import RuleSet
from adapter.prometheus.observer import EngineObserver

_log = structlog.get_logger(__name__)


def announce(rules: RuleSet, observer: EngineObserver) -> None:
    """Log one warning for each problem, and tell the observer how many rules are served and set aside."""
    for refused in rules.refused:
        for problem in refused.problems:
            _log.warning("rule set aside, its metrics are errors", place=str(problem.place), problem=problem.text)
    for warning in rules.warnings:
        _log.warning("rule may not do what it looks like", place=str(warning.place), problem=warning.text)
    observer.rules_taken(len(rules.rules), len(rules.refused))


def announce_taken_over(catalog: Catalog, before: Catalog) -> None:
    """Log each metric that a pattern took from a rule that spells it out, unless that was so before."""
    for one in set(catalog.taken_over) - set(before.taken_over):
        _log.warning(
            "a later rule's pattern takes over a metric that is spelled out, as with prometheus-adapter",
            metric=one.metric,
            spelled_out=str(one.spelled_out),
            pattern=str(one.pattern),
        )


def remark_of(rules: RuleSet) -> str:
    """That some rules are set aside, for those who may not see which; empty when none are."""
    count, total = len(rules.refused), len(rules.refused) + len(rules.rules)
    if not count:
        return ""
    return f"{count} of {total} rules can't be served, and reading their metrics fails: reasons in the log"
