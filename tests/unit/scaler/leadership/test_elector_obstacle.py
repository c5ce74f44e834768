"""Claims about `scaler.leadership.elector`: what a candidate says that could not lead even if nobody else did."""

from math import inf

import pytest

from tests.unit.scaler.leadership.candidates import contest


async def test_a_leader_and_its_follower_have_nothing_in_their_way() -> None:
    async with contest() as held:
        first, second = await held.enter("a"), await held.enter("b")
        assert ["", ""] == [first.elector.obstacle(), second.elector.obstacle()]


async def test_who_may_not_write_the_lease_says_what_the_answer_was() -> None:
    async with contest() as held:
        candidacy = await held.enter("a", forbidden={"create", "replace"})
        assert "leases is forbidden (for 0 s)" == candidacy.elector.obstacle()


async def test_who_may_not_read_the_lease_says_what_the_answer_was() -> None:
    async with contest() as held:
        candidacy = await held.enter("a", forbidden={"read"})
        assert "leases is forbidden (for 0 s)" == candidacy.elector.obstacle()


async def test_a_follower_that_may_not_write_the_lease_says_so_once_nobody_leads() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        follower = await held.enter("b", forbidden={"replace"})
        await leader.stop()
        await held.clock.advance(3)
        assert follower.elector.obstacle().startswith("leases is forbidden")


async def test_a_leader_whose_lease_cannot_be_had_has_nothing_in_its_way_while_its_proof_lasts() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.way.forbidden = {"read", "replace"}
        told = []
        for _ in range(2):
            await held.clock.advance(6)
            told.append(leader.elector.obstacle().partition(" (")[0])
        assert ["", "leases is forbidden"] == told


async def test_it_is_gone_with_the_first_attempt_that_goes_well() -> None:
    async with contest() as held:
        candidacy = await held.enter("a", forbidden={"create"})
        candidacy.way.forbidden = set()
        await held.clock.advance(3)
        assert "" == candidacy.elector.obstacle()


@pytest.mark.parametrize("right", ["read", "create"])
async def test_it_says_for_how_long(right: str) -> None:
    async with contest() as held:
        candidacy = await held.enter("a", forbidden={right})
        await held.clock.advance(42)
        assert (42.0, "leases is forbidden (for 42 s)") == (
            candidacy.elector.obstructed_seconds(),
            candidacy.elector.obstacle(),
        )


async def test_before_the_first_answer_that_is_since_the_start() -> None:
    async with contest() as held:
        elector = (await held.enter("a", hangs=True)).elector
        await held.clock.advance(1)
        assert (1.0, "the lease has not been read yet (for 1 s)") == (elector.obstructed_seconds(), elector.obstacle())


async def test_a_leader_and_its_follower_are_not_obstructed() -> None:
    async with contest() as held:
        candidacies = [await held.enter("a"), await held.enter("b")]
        await held.clock.advance(5)
        assert [0.0, 0.0] == [candidacy.elector.obstructed_seconds() for candidacy in candidacies]


async def test_a_leader_whose_lease_cannot_be_had_is_obstructed_from_the_first_attempt_that_goes_wrong() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.way.forbidden = {"read", "replace"}
        await held.clock.advance(6)
        assert (True, True) == (leader.elector.leads(), 0 < leader.elector.obstructed_seconds() < 6)


async def test_it_counts_anew_after_an_attempt_that_went_well() -> None:
    async with contest() as held:
        candidacy = await held.enter("a", forbidden={"create"})
        await held.clock.advance(30)
        candidacy.way.forbidden = set()
        await held.clock.advance(3)
        assert 0.0 == candidacy.elector.obstructed_seconds()


async def test_without_an_obstacle_all_has_always_been_well() -> None:
    async with contest() as held:
        candidacies = [await held.enter("a"), await held.enter("b")]
        await held.clock.advance(5)
        assert [-inf, -inf] == [candidacy.elector.well_since() for candidacy in candidacies]


async def test_after_an_obstacle_all_is_well_since_the_first_attempt_that_went_well() -> None:
    async with contest() as held:
        candidacy = await held.enter("a", forbidden={"read"})
        await held.clock.advance(30)
        candidacy.way.forbidden = set()
        await held.clock.advance(3)
        assert 30 < candidacy.elector.well_since() <= 33
