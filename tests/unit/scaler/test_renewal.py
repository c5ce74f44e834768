"""Rules that were edited come into use while the scaler runs; bad ones leave the old in use, and are told of."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from structlog.testing import capture_logs

from adapter.externalmetrics.rulefiles import load_rules_from
from scaler.config import Flags, settings_of
from scaler.renewal import RulesInUse, rules_in_use
from scaler.telemetry.metrics import ScalerMetrics
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer
from tests.unit.adapter.externalmetrics.enginereads import engine
from tests.unit.adapter.externalmetrics.ruletexts import rule_text
from tests.unit.scaler.flags import flags

__all__ = ["flags"]

OUTDATED = "rules: the newest can't be used, the one before is in use, reason in the log"


@dataclass(slots=True, kw_only=True)
class Edited:
    """A file of rules, of which an engine serves one rule at first."""

    rules: RulesInUse
    metrics: ScalerMetrics
    look: Callable[[], Awaitable[None]]
    renewals: list[str] = field(default_factory=list)

    async def after(self, text: str) -> tuple[str, ...]:
        """The metrics that are served after a look at a file of this content."""
        self.rules.path.write_text(f"externalRules:\n{text}")
        with capture_logs():
            await self.look()
        return self.rules.provider.metric_names()

    def counted(self, outcome: str) -> float | None:
        labels = {"subject": "rules", "outcome": outcome}
        return self.metrics.registry.get_sample_value("lagzero_scaler_reloads_total", labels)


@asynccontextmanager
async def edited(folder: Path) -> AsyncIterator[Edited]:
    path, metrics, renewals = folder / "rules.yaml", ScalerMetrics(), list[str]()
    path.write_text(f"externalRules:\n{rule_text()}")
    async with engine(Peer(), load_rules_from(path)) as provider:
        renewed = lambda: renewals.append("renewed")  # noqa: E731 -- a list has no other way to be told
        rules = RulesInUse(path=path, provider=provider, metrics=metrics, clock=ManualClock(), renewed=renewed)
        yield Edited(rules=rules, metrics=metrics, look=rules.reloading().look, renewals=renewals)


async def test_new_rules_are_served_and_their_readers_told(tmp_path: Path) -> None:
    async with edited(tmp_path) as file:
        served = await file.after(rule_text(seriesQuery="'other_lag{namespace!=\"\"}'"))
    assert (("other_lag",), ["renewed"], 1, 0) == (
        served,
        file.renewals,
        file.counted("taken"),
        file.counted("refused"),
    )


async def test_a_file_that_stays_as_it_is_changes_nothing(tmp_path: Path) -> None:
    async with edited(tmp_path) as file:
        await file.after(rule_text())
    assert ([], 0) == (file.renewals, file.counted("taken"))


async def test_bad_rules_leave_the_old_in_use_and_are_told_of(tmp_path: Path) -> None:
    async with edited(tmp_path) as file:
        served = await file.after("[")
        notes = file.rules.notes()
    assert (("queue_lag",), [], 1, (OUTDATED,)) == (served, file.renewals, file.counted("refused"), notes)


async def test_once_they_are_good_again_nothing_is_noted(tmp_path: Path) -> None:
    async with edited(tmp_path) as file:
        await file.after("[")
        await file.after(rule_text())
    assert () == file.rules.notes()


async def test_rules_that_are_set_aside_are_noted(tmp_path: Path) -> None:
    async with edited(tmp_path) as file:
        await file.after(rule_text() + rule_text(metricsQuery=None))
        notes = file.rules.notes()
    assert ("1 of 2 rules can't be served, and reading their metrics fails: reasons in the log",) == notes


async def test_a_scaler_without_an_engine_has_no_rules(flags: Flags) -> None:
    assert None is rules_in_use(settings_of(flags), None, ScalerMetrics(), ManualClock(), lambda: None)
