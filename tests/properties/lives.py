"""Which lives do the killed have? Any behavior, two hours of demand that never rests, and kills at random moments."""

from collections.abc import Sequence
from random import Random

from scaler.simulation.scenario import Scenario
from tests.properties.blades import Fate, Moment
from tests.unit.scaler.simulation.scenes import METRICS, SPEC, manifest, scenario_of

SECONDS = 7200
SYNCS = SECONDS // 15
AFTERWARDS_SECONDS = 900


def random_scenario(random: Random, *, up_windows: Sequence[int] = (0,)) -> Scenario:
    """An autoscaler with any behavior, and two hours of demand that comes and goes, and sometimes can't be had."""
    zero = f"zero: {{cooldownSeconds: {random.choice([0, 0, 120])}, wake: {random.choice(['Policies', 'Immediate'])}}}"
    behavior = f"behavior: {{scaleUp: {_side(random, up_windows)}, scaleDown: {_side(random, (0, 60, 300, 600))}}}"
    spec = SPEC.replace("minReplicas: 0", f"minReplicas: {random.choice([0, 0, 1])}").replace("10", "20")
    parts = [spec, METRICS, zero, *([behavior] if random.random() < 0.8 else [])]
    return scenario_of(
        autoscaler=manifest(", ".join(parts)), metrics=_demand(random, SECONDS + AFTERWARDS_SECONDS), until="2h"
    )


def _side(random: Random, windows: Sequence[int]) -> str:
    policies = [
        f"{{type: Pods, value: {random.randint(1, 4)}, periodSeconds: {random.choice([15, 60, 180])}}}",
        f"{{type: Percent, value: {random.choice([25, 50, 100])}, periodSeconds: {random.choice([15, 60])}}}",
    ]
    chosen = random.sample(policies, random.randint(1, 2))
    select = random.choice(["Max", "Min"])
    window = random.choice(windows)
    return f"{{stabilizationWindowSeconds: {window}, selectPolicy: {select}, policies: [{', '.join(chosen)}]}}"


def _demand(random: Random, seconds: int) -> str:
    at, entries = 0, []
    while at < seconds:
        draw = random.random()
        if draw < 0.1:
            entries.append(f"{{at: {at}s, missing: true}}")
        elif draw < 0.15:
            entries.append(f"{{at: {at}s, error: refused}}")
        elif draw < 0.3:
            entries.append(f"{{at: {at}s, value: 0}}")
        else:
            entries.append(f"{{at: {at}s, value: {random.randint(0, 700)}}}")
        at += random.choice([15, 30, 60, 120, 300, 600])
    return f"{{lag: [{', '.join(entries)}]}}"


def random_fate(random: Random, *, kills: int, away: int = 0) -> Fate:
    """So many kills at random moments of 2 h."""
    numbers = random.sample(range(1, SYNCS), kills)
    return Fate(kills={number: random.choice(list(Moment)) for number in numbers}, away=away)
