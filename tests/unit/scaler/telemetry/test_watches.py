"""Claims about `scaler.telemetry.watches`: how long the watches have been silent."""

from dataclasses import dataclass

from prometheus_client import CollectorRegistry

from scaler.telemetry.watches import WatchSilence
from tests.support.clock import ManualClock


@dataclass(frozen=True, slots=True)
class Heard:
    path: str
    heard_at: float


async def silence(*watches: Heard, now: float) -> dict[str, float]:
    clock = ManualClock()
    await clock.advance(now)
    registry = CollectorRegistry()
    registry.register(WatchSilence(lambda: watches, clock))
    (family,) = registry.collect()
    return {sample.labels["resource"]: sample.value for sample in family.samples}


async def test_silence_is_told_by_resource() -> None:
    watches = (Heard("/apis/apps/v1/deployments", 10.0), Heard("/apis/apps/v1/statefulsets", 25.0))
    assert {"deployments": 20.0, "statefulsets": 5.0} == await silence(*watches, now=30.0)


async def test_of_several_namespaces_the_quietest_counts() -> None:
    paths = [f"/apis/apps/v1/namespaces/{name}/deployments" for name in ("a", "b")]
    assert {"deployments": 20.0} == await silence(Heard(paths[0], 25.0), Heard(paths[1], 10.0), now=30.0)


async def test_without_watches_nothing_is_told() -> None:
    assert {} == await silence(now=30.0)
