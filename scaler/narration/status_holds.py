"""What held the count at the last look, and until when? As far as conditions and memory say. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

from adapter.kube.meta import format_time
from scaler.algorithm.activation import COOLING_DOWN
from scaler.algorithm.bound import DOWN_LIMIT, TOO_FEW, TOO_MANY, UP_LIMIT
from scaler.algorithm.busy import BUSY, UNKNOWN
from scaler.algorithm.memory import Recommendation, ScaleEvent
from scaler.api.conditions import ConditionType
from scaler.api.types import ScalingRules
from scaler.narration.figures import counted, length
from scaler.narration.standing import Standing

WINDOW_DOWN = "ScaleDownStabilized"
WINDOW_UP = "ScaleUpStabilized"


class Side(Enum):
    """On which side the count is held: fewer were asked for, or more."""

    FEWER = auto()
    MORE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """`text` goes on after "but"; `until` is None where no moment is known, or none ends it."""

    side: Side
    text: str
    until: datetime | None = None


def hold_of(standing: Standing) -> Hold | None:
    """The last one that moved the count to where it ended; None where nothing did."""
    return _limit(standing) or _window(standing)


def _limit(standing: Standing) -> Hold | None:
    spec, limited = standing.autoscaler.spec, standing.reason(ConditionType.SCALING_LIMITED)
    bounds = {
        TOO_FEW[0]: Hold(side=Side.FEWER, text=f"minReplicas is {spec.min_replicas}"),
        TOO_MANY[0]: Hold(side=Side.MORE, text=f"maxReplicas is {spec.max_replicas}"),
    }
    if limited in bounds:
        return bounds[limited]
    if limited in {UP_LIMIT[0], DOWN_LIMIT[0]}:
        return _policies(standing, limited)
    if limited == COOLING_DOWN:
        return _cooldown(standing)
    if limited in {BUSY, UNKNOWN}:
        return Hold(side=Side.FEWER, text=standing.message(ConditionType.SCALING_LIMITED))
    return None


def _policies(standing: Standing, limited: str) -> Hold:
    desired, rules, memory = standing.autoscaler.status.desired_replicas, standing.rules, standing.memory
    if limited == UP_LIMIT[0]:
        text = f"the scale-up policies allowed {counted(desired, 'replica')}"
        return Hold(side=Side.MORE, text=text, until=_spent_until(rules.up, memory.scale_ups, standing.now))
    text = f"the scale-down policies allowed no fewer than {desired}"
    return Hold(side=Side.FEWER, text=text, until=_spent_until(rules.down, memory.scale_downs, standing.now))


def _cooldown(standing: Standing) -> Hold:
    cooldown = timedelta(seconds=standing.autoscaler.spec.zero.cooldown_seconds)
    idle = standing.memory.activation.idle_since
    since = "" if idle is None else f", and there has been no demand since {format_time(idle)}"
    return Hold(
        side=Side.FEWER,
        text=f"one replica stays for the cooldown of {length(cooldown)}{since}",
        until=None if idle is None else idle + cooldown,
    )


def _spent_until(rules: ScalingRules, events: tuple[ScaleEvent, ...], now: datetime) -> datetime | None:
    """When the first of the steps that count against a policy no longer does; None where none is remembered."""
    ends = [
        event.at + timedelta(seconds=policy.period_seconds)
        for policy in rules.policies
        for event in events
        if not event.outdated
    ]
    return min((end for end in ends if end > now), default=None)


def _window(standing: Standing) -> Hold | None:
    able, rules = standing.reason(ConditionType.ABLE_TO_SCALE), standing.rules
    if able == WINDOW_DOWN:
        top = max(_within(standing, rules.down_window), key=_count, default=None)
        return _held_by(standing, Side.FEWER, top, rules.down_window)
    if able == WINDOW_UP:
        bottom = min(_within(standing, rules.up_window), key=_count, default=None)
        return _held_by(standing, Side.MORE, bottom, rules.up_window)
    return None


def _within(standing: Standing, window: timedelta) -> list[Recommendation]:
    """The younger first: of equal counts the one that leaves the window last."""
    recent = [entry for entry in standing.memory.recommendations or () if entry.at >= standing.now - window]
    return sorted(recent, key=lambda entry: entry.at, reverse=True)


def _count(entry: Recommendation) -> int:
    return entry.replicas


def _held_by(standing: Standing, side: Side, entry: Recommendation | None, window: timedelta) -> Hold:
    name = "scale-down" if side is Side.FEWER else "scale-up"
    if entry is None:
        return Hold(side=side, text=f"recommendations within the {name} window of {length(window)} were others")
    if standing.goes_on(entry):
        return Hold(
            side=side, text=f"the {name} window of {length(window)} holds the recommendation of {entry.replicas}"
        )
    text = (
        f"the {name} window of {length(window)} holds the recommendation of {entry.replicas}, "
        f"last made at {format_time(entry.at)}"
    )
    return Hold(side=side, text=text, until=entry.at + window)
