"""Claims about `scaler.api.deletion_cost`: whose Pods go by their cost, and what a cost says."""

import pytest

from scaler.api.deletion_cost import OUR_COST, cost_of, heeds_costs


@pytest.mark.parametrize(
    ("kind", "api_version", "expected"),
    [
        ("Deployment", "apps/v1", True),
        ("ReplicaSet", "apps/v1", True),
        ("Deployment", "apps/v1beta2", True),
        ("StatefulSet", "apps/v1", False),
        ("ReplicationController", "v1", False),
        ("Deployment", "example.com/v1", False),
    ],
)
def test_only_what_makes_replica_sets_heeds_costs(kind: str, api_version: str, expected: bool) -> None:
    assert expected is heeds_costs(kind, api_version)


@pytest.mark.parametrize(("written", "cost"), [("", 0), ("0", 0), ("-7", -7), ("100", 100), ("low", 0)])
def test_a_cost_that_is_no_number_is_none(written: str, cost: int) -> None:
    assert cost == cost_of(written)


def test_ours_is_below_that_of_a_pod_without_one() -> None:
    assert cost_of(OUR_COST) < cost_of("")
