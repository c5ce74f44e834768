"""How do edited rules come into use while the scaler runs? Bad ones leave the old in use, as in the adapter."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Never

from adapter.externalmetrics.announcements import remark_of
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.externalmetrics.rulefiles import load_rules_from
from adapter.externalmetrics.rules import RulesError, RuleSet
from adapter.process.clock import Clock
from adapter.process.reloading import Reloading, outdated
from scaler.config import ScalerSettings
from scaler.telemetry.metrics import ScalerMetrics


def rules_in_use(
    settings: ScalerSettings,
    provider: ExternalMetricsProvider | None,
    metrics: ScalerMetrics,
    clock: Clock,
    renewed: Callable[[], None],
) -> "RulesInUse | None":
    """Those of the engine in this process, if it has one."""
    if provider is None or settings.engine is None:
        return None
    return RulesInUse(path=settings.engine.path, provider=provider, metrics=metrics, clock=clock, renewed=renewed)


@dataclass(slots=True, kw_only=True)
class RulesInUse:
    """The rules of the engine in this process, which are read again from `path`; `renewed` is told of new ones."""

    path: Path
    provider: ExternalMetricsProvider
    metrics: ScalerMetrics
    clock: Clock
    renewed: Callable[[], None]
    _outdated: bool = field(init=False, default=False)

    async def run(self) -> Never:
        """Look at the file every few seconds, for ever."""
        await self.reloading().run(self.clock)

    def reloading(self) -> Reloading[RuleSet]:
        """One look after the other at the file."""
        return Reloading(
            subject="rules",
            current=self.provider.rules,
            load=lambda: asyncio.to_thread(load_rules_from, self.path),
            changed=self._replace,
            refusals=(RulesError,),
            reports=self,
        )

    def notes(self) -> tuple[str, ...]:
        """What an operator should know of the rules that are in use."""
        known_bad = outdated("rules") if self._outdated else ""
        return tuple(note for note in (known_bad, remark_of(self.provider.rules)) if note)

    def taken(self, subject: str) -> None:
        self.metrics.reloaded(subject, taken=True)

    def refused(self, subject: str) -> None:
        self.metrics.reloaded(subject, taken=False)
        self._outdated = True

    def good(self, subject: str) -> None:  # noqa: ARG002 -- there is one
        self._outdated = False

    def _replace(self, rules: RuleSet) -> None:
        self.provider.replace_rules(rules)
        self.renewed()
