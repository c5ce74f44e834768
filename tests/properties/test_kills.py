"""A scaler that is killed at any moment decides as one that only missed a sync would, and never moves sooner.

Each kill of a life of two hours is judged by a twin that was spared it: at the first moment that tells them apart the
one that was killed still stands where both stood, or is on its way, and it follows within two looks.
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
def test_with_a_window_for_scaling_up_that_comes_no_earlier_either_and_by_three_looks_later_at_most(
    lives: tuple[range, int],
) -> None:
    """By one look more: the sync that was missed may have been the first without a recommendation.

    A scale-up comes later by the window at most, which is no longer than that here.
    """
    pairs = judged(lives, up_windows=(60,))
    assert [] == [pair for pair in pairs if is_lower(pair) or not follows(pair, within=LATER + 1)]


def is_lower(pair: Twins) -> bool:
    """Where the two first differ the killed one goes down, and the other doesn't, or not as far."""
    at = pair.first_difference()
    return at is not None and pair.killed[at] < min(pair.spared[at], pair.stood_at(at))


def follows(pair: Twins, *, within: int) -> bool:
    """It stands where both stood, or on the way, and sets out for where the spared one went, as long as it is asked to.

    Only looks that could ask are counted: what comes too late for a metric that is gone waits for it. And it need not
    get there: by then demand, or a policy's budget, may be another.
    """
    at = pair.first_difference()
    if at is None:
        return True
    before = pair.stood_at(at)
    killed, asked, goal = pair.killed[at:], pair.asked[at:], pair.spared[at]
    down = goal < before
    on_the_way = goal < killed[0] <= before if down else before <= killed[0] < goal
    looks = [number for number, count in enumerate(asked) if count is not None][: within + 1]
    set_out = any(killed[number] < before if down else killed[number] > before for number in looks)
    counts = [count for count in asked[: looks[-1] + 1] if count is not None] if looks else []
    is_asked = len(counts) > within and all(count < before if down else count > before for count in counts)
    return on_the_way and (set_out or not is_asked)
