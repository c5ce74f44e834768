"""Claims about `scaler.controller.act`: what is written, and what became of it."""

from dataclasses import replace

import pytest

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, Decision, NotNeeded, Rejected, Rescale, Withheld
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import ScaleUnavailable
from scaler.api.types import Mode, ZeroSpec
from scaler.controller.act import act
from scaler.controller.contest import NO_CONTEST, Contest
from scaler.controller.observe import Seen
from tests.support.builders import SETTINGS, after, observation
from tests.support.metric_builders import external_average
from tests.unit.scaler.controller.seen import target, world

RESCALE = Rescale(current=3, desired=5, reason="because")
SHADOW = ZeroSpec(mode=Mode.SHADOW)


def decision(rescale: Rescale | None = RESCALE) -> Decision:
    return replace(decide(observation(external_average(90)), Memory.empty(), SETTINGS), rescale=rescale)


def seen(zero: ZeroSpec = ZeroSpec()) -> Seen:  # noqa: B008 -- a frozen value
    return Seen(observation=observation(external_average(90), zero=zero), target=target())


def bordering() -> Seen:
    return replace(seen(), whole_range=False)


async def test_a_rescale_is_written_onto_the_target_that_was_seen() -> None:
    made = world()
    await act(decision(), seen(), made.scales, NO_CONTEST)
    assert [RESCALE] == made.scales.writes


async def test_a_write_that_is_taken_is_accepted() -> None:
    assert Accepted(rescale=RESCALE) == await act(decision(), seen(), world().scales, NO_CONTEST)


async def test_without_a_rescale_nothing_is_written() -> None:
    made = world()
    assert (NotNeeded(), []) == (await act(decision(None), seen(), made.scales, NO_CONTEST), made.scales.writes)


async def test_without_a_target_nothing_is_written() -> None:
    made = world()
    blind = Seen(observation=observation(scale=ScaleUnavailable(message="gone")), target=None)
    assert (NotNeeded(), []) == (await act(decision(), blind, made.scales, NO_CONTEST), made.scales.writes)


@pytest.mark.parametrize("desired", [0, 2, 5, 100])
async def test_shadow_never_writes(desired: int) -> None:
    made = world()
    outcome = await act(decision(replace(RESCALE, desired=desired)), seen(SHADOW), made.scales, NO_CONTEST)
    assert (Withheld(), []) == (outcome, made.scales.writes)


async def test_a_refused_write_is_rejected_with_the_api_servers_word() -> None:
    made = world()
    made.scales.refusal = "quota exceeded"
    outcome = await act(decision(), seen(), made.scales, NO_CONTEST)
    assert Rejected(rescale=RESCALE, message="quota exceeded") == outcome


@pytest.mark.parametrize(("current", "desired"), [(1, 2), (3, 1), (3, 5)])
async def test_between_its_replicas_a_companion_leaves_the_count_to_the_stock_controller(
    current: int, desired: int
) -> None:
    made = world()
    outcome = await act(
        decision(Rescale(current=current, desired=desired, reason="")), bordering(), made.scales, NO_CONTEST
    )
    assert (Withheld(), []) == (outcome, made.scales.writes)


@pytest.mark.parametrize(("current", "desired"), [(3, 0), (0, 4)])
async def test_across_zero_a_companion_writes(current: int, desired: int) -> None:
    made = world(has=target(current))
    across = Rescale(current=current, desired=desired, reason="")
    outcome = await act(decision(across), replace(bordering(), target=target(current)), made.scales, NO_CONTEST)
    assert (Accepted(rescale=across), [across]) == (outcome, made.scales.writes)


async def test_while_somebody_changes_the_count_back_a_write_waits_for_its_minute() -> None:
    made = world()
    fight = Contest(since=after(-120), wrote_at=after(-59))
    text = "somebody changes the count back, so it is written at most once in a minute"
    outcome = await act(decision(), seen(), made.scales, fight)
    assert (Withheld(because=text), []) == (outcome, made.scales.writes)


async def test_after_its_minute_it_is_made() -> None:
    fight = Contest(since=after(-120), wrote_at=after(-60))
    assert Accepted(rescale=RESCALE) == await act(decision(), seen(), world().scales, fight)
