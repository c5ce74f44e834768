"""What does an autoscaler's status hold? Its conditions by type, its memory, and the rules that its spec stands for."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scaler.algorithm.memory import Memory, Recommendation
from scaler.algorithm.model import AlgorithmSettings
from scaler.algorithm.rules import effective_rules
from scaler.algorithm.stages import EffectiveRules
from scaler.api.autoscaler import Autoscaler
from scaler.api.conditions import Condition, ConditionStatus, ConditionType
from scaler.controller.remembered import memory_kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """An autoscaler at a moment. `memory` is up to half a minute behind the scaler's own."""

    autoscaler: Autoscaler
    now: datetime
    conditions: Mapping[str, Condition]
    memory: Memory
    rules: EffectiveRules

    def reason(self, kind: ConditionType) -> str:
        """Empty while there is no such condition."""
        found = self.conditions.get(kind)
        return "" if found is None else found.reason

    def message(self, kind: ConditionType) -> str:
        found = self.conditions.get(kind)
        return "" if found is None else found.message

    def says(self, kind: ConditionType, status: ConditionStatus) -> bool:
        found = self.conditions.get(kind)
        return found is not None and found.status == status

    def goes_on(self, entry: Recommendation) -> bool:
        """Is it what is recommended now? The one that goes on has no end in status, and is as old as the reading."""
        return entry.at >= self.now


def standing_of(autoscaler: Autoscaler, now: datetime, settings: AlgorithmSettings) -> Standing:
    """`settings` are the scaler's flags, which no status holds; they count where `spec.behavior` leaves something open.

    A memory that can't be read is none.
    """
    status = autoscaler.status
    return Standing(
        autoscaler=autoscaler,
        now=now,
        conditions={condition.type: condition for condition in status.conditions},
        memory=memory_kept(status.memory, claim=None, now=now),
        rules=effective_rules(autoscaler.spec, settings),
    )
