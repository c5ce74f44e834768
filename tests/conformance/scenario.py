"""What did the recorded controller see? One recorded step as an Observation."""

from datetime import timedelta

import msgspec

from adapter.kube.quantity_go import milli_value_as_go
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
from scaler.controller.readings import target_selector
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
    selector = target_selector(step["selector"])
    if isinstance(selector, SelectorFault):
        return selector
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
