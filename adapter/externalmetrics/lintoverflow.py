"""Can an autoscaler count that far? The stock controller keeps a count of replicas in 32 bits, and wraps around beyond.

Value divided by target is the count. More than 2147483647 becomes a negative number there, and the workload goes to its
minReplicas when it has most to do.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from adapter.externalmetrics.lintfindings import Finding, LintRule, warning
from adapter.externalmetrics.policies import OnNotFinite
from adapter.externalmetrics.problems import Place
from adapter.externalmetrics.rule import Rule
from adapter.kube.quantity import Quantity

MOST_REPLICAS = 2**31 - 1
"""What the stock controller counts to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a HorizontalPodAutoscaler wants the value, or its share per replica, of an external metric to be."""

    place: Place
    namespace: str
    metric: str
    amount: Quantity

    @property
    def most(self) -> Quantity:
        """The largest value whose count of replicas can be told."""
        return Quantity.of_nano(self.amount.nano * MOST_REPLICAS)


def target_findings(target: Target, rule: Rule) -> Iterator[Finding]:
    """What the target makes of values that the rule may give."""
    if rule.policies.on_infinity is OnNotFinite.CLAMP and target.most < _CLAMPED:
        yield _finding(
            target,
            f"onInf: clamp of the rule at {rule.place} makes {_CLAMPED} of an infinite value",
            "write onInf: error in the rule, so that the count is held",
        )
    elif target.most < _PLAUSIBLE:
        instead = "write a larger target; 1m is a thousandth, not a million"
        yield _finding(target, f"the target {target.amount} is so small that values may be too large for it", instead)


def value_finding(target: Target, value: Quantity) -> Finding | None:
    """What the target makes of the value that the metric has now."""
    if value <= target.most:
        return None
    return _finding(
        target, f"metric {target.metric!r} is {value} now", "write a larger target, or scale the query down"
    )


def _finding(target: Target, cause: str, instead: str) -> Finding:
    message = (
        f"{cause}: with the target {target.amount} more than {target.most} makes the stock autoscaler's count wrap"
    )
    return warning(target.place, LintRule.OVERFLOW, message, instead=instead)


_CLAMPED = Quantity.of_nano(9_223_372_036_854_775 * 10**9)
# A count of messages, requests or seconds can well be ten millions.
_PLAUSIBLE = Quantity.of_nano(10_000_000 * 10**9)
