"""How does a Pod say that it may go first? By an annotation that the controller of ReplicaSets heeds."""

from typing import Final

DELETION_COST: Final = "controller.kubernetes.io/pod-deletion-cost"
"""A Pod has a cost of 0 without it; the cheapest go first, of those that are equally ready."""

OUR_COST: Final = "-1"
"""The least that is below the cost of a Pod that nobody marked, so whatever else somebody wrote outranks it."""

_HEEDING: Final = frozenset({"Deployment", "ReplicaSet"})


def heeds_costs(kind: str, api_version: str) -> bool:
    """Are the Pods of such a workload taken away by their cost? A StatefulSet goes by its ordinals instead."""
    return kind in _HEEDING and api_version.partition("/")[0] == "apps"


def cost_of(written: str) -> int:
    """The cost that an annotation's text means; one that is no number counts as none, which is 0."""
    try:
        return int(written)
    except ValueError:
        return 0
