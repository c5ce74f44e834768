"""Claims about when the next step may be taken, and what is said until then."""

from typing import Any

import pytest

from scaler.migration.expectations import unmet
from scaler.migration.steps import Expectation
from tests.unit.scaler.migration.moved import ABLE, ASIDE, BROKEN, COMPUTES, DISABLED, condition, stock, zero

PAUSED = condition("ScalingActive", "False", "ScalingPaused")
UNSEEN: dict[str, Any] = {**zero(COMPUTES), "metadata": {"generation": 3}}


@pytest.mark.parametrize(
    ("of", "document"),
    [
        (Expectation.WATCHES, zero(COMPUTES)),
        (Expectation.WATCHES, zero(DISABLED)),
        (Expectation.WATCHES, zero(PAUSED)),
        (Expectation.WATCHES_ASLEEP, zero(COMPUTES, status={"state": "ScaledToZero"})),
        (Expectation.WATCHES_ASLEEP, zero(COMPUTES, status={"state": "Active"})),
        (Expectation.STANDS_ASIDE, zero(ASIDE)),
        (Expectation.IS_IN_CHARGE, zero(COMPUTES)),
        (Expectation.IS_QUIET, zero()),
        (Expectation.STOCK_IS_IN_CHARGE, stock(ABLE, COMPUTES)),
        (Expectation.STOCK_IS_IN_CHARGE, stock(ABLE, DISABLED)),
        (Expectation.IS_AWAKE, {"spec": {"replicas": 1}}),
        (Expectation.IS_GONE, None),
    ],
)
def test_it_is_met(of: Expectation, document: dict[str, Any] | None) -> None:
    assert "" == unmet(of, document)


@pytest.mark.parametrize(
    ("of", "document", "words"),
    [
        (Expectation.WATCHES, None, "isn't there"),
        (Expectation.WATCHES, UNSEEN, "does `lagzero scaler` run"),
        (Expectation.WATCHES, zero(), "no count was computed yet"),
        (Expectation.WATCHES, zero(BROKEN), "no such metric"),
        (Expectation.WATCHES_ASLEEP, zero(DISABLED, status={"state": "Paused"}), "for a pause"),
        (Expectation.WATCHES_ASLEEP, zero(BROKEN, status={"state": "ScaledToZero"}), "no such metric"),
        (Expectation.STANDS_ASIDE, zero(COMPUTES), "doesn't know of the other"),
        (Expectation.IS_IN_CHARGE, zero(ASIDE), "said"),
        (Expectation.IS_QUIET, UNSEEN, "hasn't looked"),
        (Expectation.STOCK_IS_IN_CHARGE, stock(), "does kube-controller-manager run"),
        (Expectation.STOCK_IS_IN_CHARGE, stock(ABLE), "no count was computed yet"),
        (Expectation.STOCK_IS_IN_CHARGE, stock(ABLE, BROKEN), "no such metric"),
        (Expectation.IS_AWAKE, {"spec": {"replicas": 0}}, "Scale it to 1 by hand"),
        (Expectation.IS_GONE, {"metadata": {}}, "still there"),
        (Expectation.IS_GONE, {"metadata": {"finalizers": ["a/b"]}}, "held by a/b"),
    ],
)
def test_it_is_not_met_for_a_reason_that_is_said(of: Expectation, document: dict[str, Any] | None, words: str) -> None:
    assert words in unmet(of, document)
