"""Which syncs do the golden files show? One of each kind of decision, under the name of its files."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from scaler.algorithm.decision import Withheld
from scaler.algorithm.memory import Activation
from scaler.algorithm.model import ExplicitPause, Obstacle, ScaleUnavailable, SelectorFault
from scaler.api.types import Mode, ScalingRules, SelectPolicy, Wake, ZeroSpec
from scaler.controller.reconcile import Sync
from scaler.look import ONLY_A_LOOK
from tests.golden.odd import ODD
from tests.golden.syncs import rejected, sync
from tests.support.builders import (
    HUMAN,
    OURS,
    PARITY,
    SETTINGS,
    STOCK,
    after,
    behavior,
    memory,
    observation,
    percent_policy,
    pods_policy,
)
from tests.support.metric_builders import (
    container_cpu,
    cpu,
    cpu_average,
    external,
    external_average,
    object_average,
    object_value,
    pods_metric,
    ready_pods,
    unavailable,
    unready_pods,
)

QUICK_DOWN = ScalingRules(stabilization_window_seconds=0, policies=(percent_policy(100),))
SLOW = behavior(
    up=ScalingRules(
        stabilization_window_seconds=60,
        select_policy=SelectPolicy.MIN,
        policies=(pods_policy(2, 60), percent_policy(50, 60)),
    ),
    down=ScalingRules(stabilization_window_seconds=0, policies=(pods_policy(1, 60),)),
)
NO_SELECTOR = SelectorFault(
    reason="SelectorRequired",
    condition_reason="InvalidSelector",
    condition_message="the HPA target's scale is missing a selector",
    message="selector is required",
)
ASLEEP = memory(recommendations=[(400, 0)], claim=True)


_TWO_HIGHER = memory(recommendations=[(250, 6), (130, 6), (120, 5)])
_WANTED_FOUR = observation(external_average(120), replicas_writer=OURS)

_ORDINARY: Mapping[str, Sync] = {
    "scaled-up": sync(_WANTED_FOUR, memory(recommendations=[(15, 3)])),
    "within-tolerance": sync(observation(external_average(95), behavior=behavior()), memory(recommendations=[(15, 3)])),
    "several-metrics": sync(
        observation(
            external_average(60, 60),
            unavailable(external_average(1, name="other")),
            cpu({"pod-0": 60}),
            object_average(20),
            replicas_writer=HUMAN,
            behavior=behavior(),
        ),
        memory(recommendations=[(10, 3)], added=[(10, 1)]),
    ),
    "nothing-readable": sync(observation(unavailable(external(1))), memory(recommendations=[(15, 3)])),
    "held-by-window": sync(observation(external_average(0), spec_replicas=6, min_replicas=0), _TWO_HIGHER),
    "held-by-up-window": sync(observation(external_average(300), behavior=SLOW), memory(recommendations=[(30, 4)])),
    "held-by-policies": sync(
        observation(external_average(600), spec_replicas=5, behavior=SLOW), memory(added=[(20, 1)], removed=[(90, 2)])
    ),
    "held-by-down-policies": sync(observation(external_average(0), spec_replicas=5, behavior=SLOW), memory()),
    "held-by-max": sync(observation(external_average(900), max_replicas=4), memory()),
    "held-by-min": sync(observation(external_average(0), min_replicas=2, behavior=behavior(down=QUICK_DOWN)), memory()),
    "cooling-down": sync(
        observation(
            external_average(0),
            spec_replicas=1,
            min_replicas=0,
            behavior=behavior(down=QUICK_DOWN),
            zero=ZeroSpec(cooldown_seconds=120),
        ),
        memory(activation=Activation(scaled_to_zero=False, idle_since=after(-45))),
    ),
    "to-zero": sync(
        observation(external_average(0), spec_replicas=1, min_replicas=0, behavior=behavior(down=QUICK_DOWN)), memory()
    ),
    "asleep": sync(
        observation(external_average(0), spec_replicas=0, min_replicas=0, replicas_writer=OURS, pods=()), ASLEEP
    ),
    "woken": sync(
        observation(external_average(400), spec_replicas=0, min_replicas=0, replicas_writer=OURS, pods=()), ASLEEP
    ),
    "woken-at-once": sync(
        observation(
            external(400),
            spec_replicas=0,
            min_replicas=0,
            behavior=SLOW,
            zero=ZeroSpec(wake=Wake.IMMEDIATE),
            replicas_writer=STOCK,
            pods=(),
        ),
        ASLEEP,
    ),
    "woken-by-minimum": sync(
        observation(external_average(0), spec_replicas=0, min_replicas=2, replicas_writer=OURS, pods=()), ASLEEP
    ),
    "paused-by-hand": sync(observation(external_average(400), spec_replicas=0, min_replicas=0, replicas_writer=HUMAN)),
    "paused-explicitly": sync(
        observation(
            external_average(400), pause=ExplicitPause(reason="moving the queue", until=after(3600)), min_replicas=0
        )
    ),
    "obstructed": sync(
        replace(_WANTED_FOUR, obstacle=Obstacle(reason="AmbiguousTarget", message="Deployment/worker has two masters"))
    ),
    "no-scale": sync(observation(scale=ScaleUnavailable(message='deployments.apps "worker" not found'))),
    "no-selector": sync(observation(external(400), pods=NO_SELECTOR)),
    "above-max": sync(observation(external_average(120), spec_replicas=9, max_replicas=4)),
    "shadow": sync(observation(external_average(120), zero=ZeroSpec(mode=Mode.SHADOW)), memory(), outcome=Withheld()),
    "left-to-the-stock-controller": sync(_WANTED_FOUR, memory(), outcome=Withheld()),
    "only-a-look": sync(_WANTED_FOUR, memory(), outcome=Withheld(because=ONLY_A_LOOK)),
    "refused-write": rejected(_WANTED_FOUR, memory()),
    "no-pod-ready": sync(observation(external(400), pods=unready_pods(3)), memory()),
    "value-target": sync(observation(object_value(250), pods=ready_pods(3)), memory()),
    "pods-and-resources": sync(
        observation(
            pods_metric({"pod-0": 90, "pod-1": 130, "pod-2": 200}),
            cpu_average({"pod-0": 40, "pod-1": 20}),
            container_cpu({"pod-0": 60, "pod-1": 70, "pod-2": 80}),
            behavior=behavior(),
        ),
        memory(),
    ),
    "parity": sync(observation(external_average(-5), status_replicas=5), memory(), settings=PARITY),
    "first-sight": sync(
        observation(external_average(30), spec_replicas=5),
        settings=replace(SETTINGS, downscale_stabilization=timedelta(minutes=2)),
    ),
}

CASES: Mapping[str, Sync] = {**_ORDINARY, **ODD}
