"""A status that could not be written at the moment of a change is made up for: whose zero it is is said again."""

import pytest

from tests.properties.never_life import Fate, Life
from tests.properties.never_specs import ZERO, Asked

PERIOD = 15


def life_of(initial: str, count: int) -> Life:
    zero: dict[str, object] = {"initial": initial, "cooldownSeconds": 0, "wake": "Policies", "onDelete": "Keep"}
    return Life(Asked(kind=ZERO, metrics="one", behavior=None, zero=zero, count=count))


def claim_of(life: Life) -> str:
    life.process.watch_tells()
    conditions = life.process.seen.status.conditions
    return next((each.status for each in conditions if each.type == "ScaledToZero"), "")


@pytest.mark.parametrize("refused", [0, 1, 3])
def test_a_workload_that_woke_is_told_to_be_awake_once_that_can_be_written(refused: int) -> None:
    life = life_of("Paused", 3)
    with life.held:
        for _ in range(25):
            life.looks_after(PERIOD)
        asleep = claim_of(life)
        life.around.shown["lag"] = 90.0
        for _ in range(refused):
            life.looks_after(PERIOD, Fate.STATUS_REFUSED)
        life.looks_after(PERIOD)
        assert ("True", "False") == (asleep, claim_of(life))


def test_an_adopted_zero_wakes_after_a_restart_though_its_first_status_could_not_be_written() -> None:
    life = life_of("ScaledToZero", 0)
    with life.held:
        life.looks_after(PERIOD, Fate.STATUS_REFUSED)
        life.looks_after(PERIOD)
        life.restart()
        life.around.shown["lag"] = 90.0
        life.looks_after(PERIOD)
        assert life.api.workload is not None
        assert life.api.workload.count > 0
