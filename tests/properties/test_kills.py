"""A scaler that is killed at any moment decides as one that only missed a sync would, and never scales down sooner.

Each kill of a life of two hours is judged by a twin that was spared it: at the first moment that tells them apart the
one that was killed still has the higher count, and it follows within two looks.
"""

from collections.abc import Iterator
from random import Random

import pytest
from structlog.testing import capture_logs

from tests.properties.kills import Twins, twins_of
from tests.properties.lives import random_fate, random_scenario

SHORT, LONG = (3, 20), (10, 200)
"""So many lives, with so many kills each."""
LEASE = 2
"""Looks that nobody takes until another leads."""
LATER = 2
"""A window's last recommendation is read back as if it was new: its age is at most that of the sync that was missed."""


@pytest.fixture(autouse=True)
def _in_silence() -> Iterator[None]:
    with capture_logs():
        yield


@pytest.fixture(scope="module")
def lives(request: pytest.FixtureRequest) -> tuple[range, int]:
    seeds, kills = LONG if request.config.getoption("--long") else SHORT
    return range(seeds), kills


@pytest.fixture(scope="module")
def restarted(lives: tuple[range, int]) -> list[Twins]:
    with capture_logs():
        return judged(lives)


def judged(lives: tuple[range, int], *, away: int = 0, up_windows: tuple[int, ...] = (0,)) -> list[Twins]:
    seeds, kills = lives
    pairs = []
    for seed in seeds:
        random = Random(seed)
        scenario = random_scenario(random, up_windows=up_windows)
        pairs += twins_of(scenario, random_fate(random, kills=kills, away=away))
    return pairs


@pytest.mark.timeout(1800)
def test_after_a_restart_no_scale_down_comes_earlier_and_none_later_by_more_than_two_looks(
    restarted: list[Twins],
) -> None:
    assert [] == [pair for pair in restarted if is_lower(pair) or not follows(pair, within=LATER)]


@pytest.mark.timeout(1800)
def test_after_a_fail_over_no_scale_down_comes_earlier_either(lives: tuple[range, int]) -> None:
    pairs = judged(lives, away=LEASE)
    assert [] == [pair for pair in pairs if is_lower(pair) or not follows(pair, within=LATER + LEASE)]


def test_most_restarts_leave_no_trace_at_all(restarted: list[Twins]) -> None:
    """Nine of ten, though the demand of these lives never rests."""
    assert 0.9 * len(restarted) <= sum(pair.first_difference() is None for pair in restarted)


@pytest.mark.timeout(1800)
def test_with_a_window_for_scaling_up_that_may_be_later_too(lives: tuple[range, int]) -> None:
    """By one look more: the sync that was missed may have been the first without a recommendation."""
    pairs = judged(lives, up_windows=(60,))
    assert [] == [pair for pair in pairs if not follows(pair, within=LATER + 1)]


def is_lower(pair: Twins) -> bool:
    """The killed one has fewer replicas where the two first differ."""
    at = pair.first_difference()
    return at is not None and pair.killed[at] < pair.spared[at]


def follows(pair: Twins, *, within: int) -> bool:
    """It stands where both stood, or on the way, and gets to where the spared one went unless that turns round."""
    at = pair.first_difference()
    if at is None:
        return True
    before = pair.spared[at - 1] if at else pair.before
    killed, spared, goal = pair.killed[at:], pair.spared[at:], pair.spared[at]
    down = goal < before
    soon = slice(0, within + 1)
    arrives = any(count <= goal if down else count >= goal for count in killed[soon])
    turns_round = any(count > goal if down else count < goal for count in spared[soon])
    on_the_way = goal < killed[0] <= before if down else before <= killed[0] < goal
    return on_the_way and (arrives or turns_round)
