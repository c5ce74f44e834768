"""Claims about `scaler.leadership.elector`: what a candidate says that could not lead even if nobody else did."""

from tests.unit.scaler.leadership.candidates import contest


async def test_a_leader_and_its_follower_have_nothing_in_their_way() -> None:
    async with contest() as held:
        first, second = await held.enter("a"), await held.enter("b")
        assert ["", ""] == [first.elector.obstacle(), second.elector.obstacle()]


async def test_who_may_not_write_the_lease_says_what_the_answer_was() -> None:
    async with contest() as held:
        candidacy = await held.enter("a", forbidden={"create", "replace"})
        assert "leases is forbidden" == candidacy.elector.obstacle()


async def test_who_may_not_read_the_lease_says_what_the_answer_was() -> None:
    async with contest() as held:
        candidacy = await held.enter("a", forbidden={"read"})
        assert "leases is forbidden" == candidacy.elector.obstacle()


async def test_a_follower_that_may_not_write_the_lease_says_so_once_nobody_leads() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        follower = await held.enter("b", forbidden={"replace"})
        await leader.stop()
        await held.clock.advance(3)
        assert "leases is forbidden" == follower.elector.obstacle()


async def test_a_leader_whose_lease_cannot_be_had_has_nothing_in_its_way_while_its_proof_lasts() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.way.forbidden = {"read", "replace"}
        told = []
        for _ in range(2):
            await held.clock.advance(6)
            told.append(leader.elector.obstacle())
        assert ["", "leases is forbidden"] == told


async def test_it_is_gone_with_the_first_attempt_that_goes_well() -> None:
    async with contest() as held:
        candidacy = await held.enter("a", forbidden={"create"})
        candidacy.way.forbidden = set()
        await held.clock.advance(3)
        assert "" == candidacy.elector.obstacle()
