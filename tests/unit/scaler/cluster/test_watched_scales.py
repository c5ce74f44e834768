"""Claims about `scaler.cluster.watched_scales`: what a copy that isn't there yet means."""

import msgspec
import pytest

from adapter.kube.meta import NamespacedName
from scaler.algorithm.model import ScaleUnavailable
from scaler.cluster.watched_scales import WatchedScales
from scaler.cluster.workloads import WORKLOAD_KINDS, WireWorkload, Workload, WorkloadCache
from tests.unit.scaler.cluster.clients import idle_client

REPLICA_SETS = WORKLOAD_KINDS[2]
KEY = NamespacedName("jobs", "worker")
DOCUMENT = {"metadata": {"name": "worker", "namespace": "jobs"}, "spec": {"selector": {"matchLabels": {"app": "a"}}}}


class Listing:
    """A copy, and what is wrong with it when somebody misses an object; `listed` comes while they wait."""

    def __init__(self, *, trouble: str = "", listed: bool = False) -> None:
        self.cache = WorkloadCache(REPLICA_SETS)
        self.asked: list[str] = []
        self._trouble = trouble
        self._listed = listed

    async def trouble(self, namespace: str) -> str:
        self.asked.append(namespace)
        if self._listed:
            self.tell()
        return self._trouble

    def tell(self) -> None:
        self.cache.replaced([msgspec.convert(DOCUMENT, WireWorkload)], None)

    @property
    def scales(self) -> WatchedScales:
        return WatchedScales(client=idle_client(), cache=self.cache, trouble=self.trouble)


async def test_what_is_known_is_told_without_a_question() -> None:
    listing = Listing()
    listing.tell()
    assert (True, []) == (isinstance(await listing.scales.read(KEY), Workload), listing.asked)


async def test_what_is_not_known_is_missing_only_if_all_is_listed() -> None:
    listing = Listing()
    expected = ScaleUnavailable(message='replicasets.apps "worker" not found')
    assert (expected, ["jobs"]) == (await listing.scales.read(KEY), listing.asked)


async def test_before_the_list_it_is_unavailable_and_not_missing() -> None:
    assert ScaleUnavailable(message="not yet") == await Listing(trouble="not yet").scales.read(KEY)


async def test_a_list_that_comes_while_somebody_waits_is_looked_at() -> None:
    assert isinstance(await Listing(listed=True).scales.read(KEY), Workload)


@pytest.mark.parametrize(("known", "expected"), [(True, "app=a"), (False, "")])
def test_the_selector_is_told_as_far_as_it_is_known(known: bool, expected: str) -> None:
    listing = Listing()
    if known:
        listing.tell()
    assert expected == listing.scales.selector(KEY)
