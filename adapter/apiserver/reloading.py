"""Where is it told what became of a change? In the metrics, and in `/readyz?verbose`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adapter.apiserver.telemetry import Reload

if TYPE_CHECKING:
    from adapter.apiserver.probes import Readiness
    from adapter.apiserver.telemetry import Telemetry
    from adapter.process.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """Those of the adapter."""

    telemetry: Telemetry
    readiness: Readiness
    clock: Clock

    def taken(self, subject: str) -> None:
        self.telemetry.reloaded(subject, Reload.TAKEN)

    def refused(self, subject: str) -> None:
        self.telemetry.reloaded(subject, Reload.REFUSED)
        self.readiness.outdated(subject)

    def good(self, subject: str) -> None:
        self.telemetry.confirmed(subject, self.clock.now())
        self.readiness.up_to_date(subject)
