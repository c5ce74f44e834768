"""What is worth a line in the log, but only one? Answers that may mean less or more than whoever reads them thinks."""

import structlog

from adapter.externalmetrics.plans import Plan
from adapter.prometheus.observer import EngineObserver

_log = structlog.get_logger(__name__)

_MOST_HINTS = 1_000


class Hints:
    """Says each hint once for a metric of a rule, and counts every time."""

    def __init__(self, observer: EngineObserver) -> None:
        self._observer = observer
        self._said: set[tuple[str, str, str]] = set()

    def several(self, plan: Plan, items: int) -> None:
        """The answer has so many items, which an autoscaler adds up."""
        self._observer.several(plan.metric)
        if self._is_new("several", plan):
            _log.warning(
                "several series, which an autoscaler adds up: aggregate them in metricsQuery, or write reduce",
                metric=plan.metric,
                rule=str(plan.rule.place),
                series=items,
                query=plan.promql,
            )

    def partial(self, plan: Plan, text: str) -> None:
        """The answer came with warnings, and the rule says that it is served."""
        self._observer.partial(plan.metric)
        if self._is_new("partial", plan):
            _log.warning(
                "serving an answer that may be partial, as the rule says",
                metric=plan.metric,
                rule=str(plan.rule.place),
                reason=text,
            )

    def _is_new(self, hint: str, plan: Plan) -> bool:
        key = (hint, plan.metric, str(plan.rule.place))
        if key in self._said or len(self._said) >= _MOST_HINTS:
            return False
        self._said.add(key)
        return True
