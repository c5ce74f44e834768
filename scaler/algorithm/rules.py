"""Which windows and policies apply? `spec.behavior`, or upstream's older rules where it is absent, as one type.

This is the only place that asks whether `behavior` is set.
Source: horizontal.go normalizeDesiredReplicas and normalizeDesiredReplicasWithBehaviors (v1.37).
"""

from datetime import timedelta

from scaler.algorithm.model import AlgorithmSettings
from scaler.algorithm.stages import EffectiveRules, Form
from scaler.api.types import AutoscalerSpec, ScalingRules

_NO_RULES = ScalingRules()
_NO_WINDOW = timedelta(0)


def effective_rules(spec: AutoscalerSpec, settings: AlgorithmSettings) -> EffectiveRules:
    """The rules of one sync; windows and tolerances that the spec leaves open are the controller's own."""
    behavior = spec.behavior
    if behavior is None:
        return EffectiveRules(
            form=Form.OLDER,
            up_window=_NO_WINDOW,
            down_window=settings.downscale_stabilization,
            up=_NO_RULES,
            down=_NO_RULES,
            up_tolerance=settings.tolerance,
            down_tolerance=settings.tolerance,
        )
    up, down = behavior.scale_up, behavior.scale_down
    return EffectiveRules(
        form=Form.BEHAVIOR,
        up_window=_window(up, _NO_WINDOW),
        down_window=_window(down, settings.downscale_stabilization),
        up=up,
        down=down,
        up_tolerance=settings.tolerance if up.tolerance is None else up.tolerance,
        down_tolerance=settings.tolerance if down.tolerance is None else down.tolerance,
    )


def _window(rules: ScalingRules, default: timedelta) -> timedelta:
    seconds = rules.stabilization_window_seconds
    return default if seconds is None else timedelta(seconds=seconds)
