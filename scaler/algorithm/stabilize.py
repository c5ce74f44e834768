"""What did we recommend lately? The count that recent recommendations allow, and the memory with the new one.

Source: horizontal.go stabilizeRecommendation, stabilizeRecommendationWithBehaviors (v1.37).
"""

from datetime import datetime

from scaler.algorithm.memory import Recommendation
from scaler.algorithm.stages import EffectiveRules, Form, Stabilized

HIGHEST = "recent recommendations were higher than current one, applying the highest recent recommendation"
LOWEST = "recent recommendations were lower than current one, applying the lowest recent recommendation"
MATCHES = "recommended size matches current size"


def stabilize(
    proposal: int, current: int, recent: tuple[Recommendation, ...], rules: EffectiveRules, now: datetime
) -> Stabilized:
    """The proposal as the windows let it pass; the unstabilized proposal is what is remembered."""
    if rules.form is Form.OLDER:
        replicas = _highest_recent(proposal, recent, rules, now)
        upwards = False
    else:
        replicas = _clamped(proposal, current, recent, rules, now)
        upwards = proposal >= current
    if replicas == proposal:
        reason, message = "ReadyForNewScale", MATCHES
    elif upwards:
        reason, message = "ScaleUpStabilized", LOWEST
    else:
        reason, message = "ScaleDownStabilized", HIGHEST
    recommendations = _remember(proposal, recent, rules, now)
    return Stabilized(replicas=replicas, reason=reason, message=message, recommendations=recommendations)


def _highest_recent(proposal: int, recent: tuple[Recommendation, ...], rules: EffectiveRules, now: datetime) -> int:
    """Exactly as old as the window still counts."""
    cutoff = now - rules.down_window
    highest = proposal
    for entry in recent:
        if entry.replicas > highest and entry.at >= cutoff:
            highest = entry.replicas
    return highest


def _clamped(
    proposal: int, current: int, recent: tuple[Recommendation, ...], rules: EffectiveRules, now: datetime
) -> int:
    """The current count, moved as little as recent recommendations ask; only those younger than a window count."""
    up_cutoff, down_cutoff = now - rules.up_window, now - rules.down_window
    lowest = highest = proposal
    for entry in recent:
        if entry.replicas < lowest and entry.at > up_cutoff:
            lowest = entry.replicas
        if entry.replicas > highest and entry.at > down_cutoff:
            highest = entry.replicas
    return min(max(current, lowest), highest)


def _remember(
    proposal: int, recent: tuple[Recommendation, ...], rules: EffectiveRules, now: datetime
) -> tuple[Recommendation, ...]:
    """Overwrite the last slot that every window has left behind, else append."""
    cutoff = now - max(rules.up_window, rules.down_window)
    entry = Recommendation(at=now, replicas=proposal)
    for index in range(len(recent) - 1, -1, -1):
        if recent[index].at < cutoff:
            return (*recent[:index], entry, *recent[index + 1 :])
    return (*recent, entry)
