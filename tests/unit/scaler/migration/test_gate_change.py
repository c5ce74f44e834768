"""Claims about what breaks when the gate is switched."""

from typing import Any

import pytest

from scaler.api.kinds import AutoscalerKind
from scaler.migration.gate_change import findings_on
from scaler.migration.stock_autoscaler import Gate
from tests.unit.scaler.migration.moved import ASLEEP, AWAKE, stock, zero

STOCK = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
COMPANION = {"lagzero.dev/min-replicas": "0"}


def at(count: int | None, document: dict[str, Any]) -> dict[str, Any]:
    """The autoscaler with this count in its status; None is one that was never looked at."""
    if count is None:
        return {key: value for key, value in document.items() if key != "status"}
    return {**document, "status": {**document["status"], "currentReplicas": count}}


@pytest.mark.parametrize(
    ("document", "to", "words"),
    [
        (at(0, stock(ASLEEP)), Gate.OFF, "would never wake"),
        (at(0, stock(ASLEEP, least=1)), Gate.OFF, "would never wake"),
        (at(2, stock(AWAKE)), Gate.OFF, "would stay there"),
        (at(None, stock()), Gate.OFF, "would stay there"),
        (at(0, stock(AWAKE)), Gate.OFF, "would stay there"),
        (at(0, stock(ASLEEP, least=1)), Gate.ON, "it would"),
        (at(0, stock(AWAKE)), Gate.ON, "nobody would wake it"),
        (at(2, stock()), Gate.ON, "begin to go to zero"),
        (at(None, stock()), Gate.ON, "begin to go to zero"),
    ],
)
def test_it_breaks(document: dict[str, Any], to: Gate, words: str) -> None:
    [found] = findings_on(STOCK, document, to)
    assert ("jobs/worker", True, True) == (found.autoscaler, found.breaks, words in found.text)


@pytest.mark.parametrize("to", Gate)
@pytest.mark.parametrize(
    "document", [at(2, stock(AWAKE, least=1)), at(0, stock(AWAKE, least=1)), at(None, stock(least=1))]
)
def test_nothing_changes_where_nothing_may_go_to_zero(document: dict[str, Any], to: Gate) -> None:
    assert [] == list(findings_on(STOCK, document, to))


@pytest.mark.parametrize("to", Gate)
def test_our_own_do_not_depend_on_it(to: Gate) -> None:
    assert [] == list(findings_on(AutoscalerKind.ZERO_POD_AUTOSCALER, zero(ASLEEP), to))


@pytest.mark.parametrize("to", Gate)
def test_a_companion_goes_on_and_is_told_so(to: Gate) -> None:
    [found] = findings_on(STOCK, at(2, stock(least=1, annotations=COMPANION)), to)
    assert (False, True) == (found.breaks, found.text.startswith("a companion: it goes on as it is"))
