"""How is a scaler killed in the middle of a sync? By ports that end it at a moment of the sync."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scaler.algorithm.decision import Rescale
from scaler.algorithm.model import ScaleUnavailable
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.types import CrossVersionObjectReference
from scaler.controller.ports import NotWritten, Ports, Target, Written


class Moment(Enum):
    """When a kill strikes."""

    BETWEEN_SYNCS = "between syncs"
    BEFORE_ANY_WRITE = "before any write"
    AFTER_THE_COUNT = "after the count was written"


class KilledError(Exception):
    """The process is gone."""


@dataclass(slots=True, kw_only=True)
class Blade:
    """Strikes in the sync that is under way; one that writes no count is struck before its status.

    Of a reference whatever wrote its count is `spared`: it goes on to its status.
    """

    spared: bool
    moment: Moment = Moment.BETWEEN_SYNCS
    count_is_written: bool = False

    def before_the_count(self) -> None:
        if self.moment is Moment.BEFORE_ANY_WRITE:
            raise KilledError

    def before_the_status(self) -> None:
        if self.moment is not Moment.BETWEEN_SYNCS and not (self.spared and self.count_is_written):
            raise KilledError


@dataclass(frozen=True, slots=True)
class BladedScales:
    """The target's scale, by a process that may be killed before or after it writes."""

    ports: Ports
    blade: Blade

    async def read(self, namespace: str, reference: CrossVersionObjectReference) -> Target | ScaleUnavailable:
        return await self.ports.scales.read(namespace, reference)

    async def write(self, target: Target, rescale: Rescale) -> Written | NotWritten:
        self.blade.before_the_count()
        answer = await self.ports.scales.write(target, rescale)
        self.blade.count_is_written = True
        return answer


@dataclass(frozen=True, slots=True)
class BladedStatuses:
    """The same for the status."""

    ports: Ports
    blade: Blade

    async def write(self, autoscaler: Autoscaler, status: AutoscalerStatus) -> Written | NotWritten:
        self.blade.before_the_status()
        return await self.ports.statuses.write(autoscaler, status)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """Which syncs, by number, are struck, and when; after each strike nobody leads for so many more (`away`)."""

    kills: Mapping[int, Moment]
    away: int = 0
