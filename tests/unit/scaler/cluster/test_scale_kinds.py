"""Claims about `scaler.cluster.scale_kinds`: whose source has the scale of a target."""

import pytest

from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.other_scales import OtherScales
from scaler.cluster.watched_scales import WatchedScales
from scaler.cluster.workloads import WORKLOAD_KINDS, WorkloadCache
from tests.support.clock import ManualClock
from tests.unit.scaler.cluster.clients import cached, idle_client, scale_kinds

CLIENT = idle_client()
WATCHED = cached(CLIENT, {kind: WorkloadCache(kind) for kind in WORKLOAD_KINDS})


def source_of(kind: str, api_version: str, name: str = "worker") -> WatchedScales | OtherScales:
    kinds = scale_kinds(CLIENT, WATCHED, ManualClock())
    found = kinds.source(CrossVersionObjectReference(kind=kind, name=name, api_version=api_version))
    assert isinstance(found, WatchedScales | OtherScales)
    return found


@pytest.mark.parametrize("kind", WORKLOAD_KINDS, ids=lambda kind: kind.kind)
@pytest.mark.parametrize("version", ["v1", "v1beta2"])
def test_a_watched_kind_has_its_copy_whatever_the_version(kind: object, version: str) -> None:
    [expected] = [source for watched, source in WATCHED.items() if watched is kind]
    [named] = [watched.kind for watched in WATCHED if watched is kind]
    assert source_of(named, f"apps/{version}") is expected


@pytest.mark.parametrize(
    ("kind", "api_version"),
    [("Rollout", "argoproj.io/v1alpha1"), ("ReplicationController", "v1"), ("Deployment", "extensions/v1beta1")],
)
def test_any_other_kind_is_asked_for(kind: str, api_version: str) -> None:
    assert isinstance(source_of(kind, api_version), OtherScales)


def test_targets_of_one_kind_have_one_source() -> None:
    kinds = scale_kinds(CLIENT, WATCHED, ManualClock())
    sources = {
        id(kinds.source(CrossVersionObjectReference(kind="Rollout", name=name, api_version=f"argoproj.io/{version}")))
        for name in ("a", "b")
        for version in ("v1", "v2")
    }
    assert 1 == len(sources)
