"""What did the recorded controller see? One recorded step as an Observation."""

from datetime import timedelta

import msgspec

from adapter.kube.quantity_go import milli_value_as_go
from adapter.kube.selectors import SelectorError, parse_selector
from scaler.algorithm.model import (
    AlgorithmSettings,
    Deviation,
    Observation,
    Pod,
    PodReady,
    PodsReading,
    Scale,
    ScaleUnavailable,
    SelectorFault,
)
from scaler.api.decode import decode_spec
from scaler.api.defaults import default_spec
from scaler.api.types import (
    AutoscalerSpec,
    Tolerance,
)
from scaler.api.wire import WireSpec
from tests.conformance.readings import Recorded, at, milli, reading_of

POD_LABELS = {"app": "worker"}


def spec_of(recorded: Recorded) -> AutoscalerSpec:
    return decode_spec(default_spec(msgspec.convert(recorded, WireSpec)), milli_value=milli_value_as_go)


def settings_of(recorded: Recorded, *, parity: bool) -> AlgorithmSettings:
    return AlgorithmSettings(
        tolerance=Tolerance(recorded["tolerance"]),
        downscale_stabilization=timedelta(seconds=recorded["downscaleStabilizationSeconds"]),
        cpu_initialization_period=timedelta(seconds=recorded["cpuInitializationPeriodSeconds"]),
        initial_readiness_delay=timedelta(seconds=recorded["initialReadinessDelaySeconds"]),
        scale_to_zero=recorded["scaleToZeroGate"],
        deviations=frozenset() if parity else frozenset(Deviation),
    )


def observation_of(step: Recorded, spec: AutoscalerSpec) -> Observation:
    scale: Scale | ScaleUnavailable = Scale(
        spec_replicas=step["specReplicas"], status_replicas=step["statusReplicas"], selector=step["selector"]
    )
    if step.get("scaleError"):
        scale = ScaleUnavailable(message=step["scaleError"])
    return Observation(
        now=at(step["t"]),
        spec=spec,
        scale=scale,
        readings=tuple(reading_of(metric, step) for metric in spec.metrics),
        pods=_pods(step),
    )


def _pods(step: Recorded) -> PodsReading:
    if not step["selector"]:
        return SelectorFault(
            reason="SelectorRequired",
            condition_reason="InvalidSelector",
            condition_message="the HPA target's scale is missing a selector",
            message="selector is required",
        )
    try:
        selector = parse_selector(step["selector"])
    except SelectorError as error:
        text = f"couldn't convert selector into a corresponding internal selector object: {error}"
        return SelectorFault(
            reason="InvalidSelector", condition_reason="InvalidSelector", condition_message=text, message=text
        )
    return tuple(_pod(pod) for pod in step["pods"] or ()) if selector.matches(POD_LABELS) else ()


def _pod(recorded: Recorded) -> Pod:
    start = recorded.get("startTime")
    return Pod(
        name=recorded["name"],
        phase=recorded["phase"],
        ready=PodReady(status=recorded["ready"], last_transition=at(recorded["readySince"])),
        start_time=None if start is None else at(start),
        deleting=recorded.get("deleting", False),
        requests={
            container: {resource: milli(amount) for resource, amount in amounts.items()}
            for container, amounts in recorded["requests"].items()
        },
        pod_requests={},
    )
