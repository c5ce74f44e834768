"""How electors come to lead, go on leading, and stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from tests.unit.scaler.leadership.candidates import Candidacy, contest
from tests.unit.scaler.leadership.leases import NOON, record

if TYPE_CHECKING:
    from scaler.leadership.leadership import Leadership


async def test_a_lone_candidate_leads_after_its_first_attempt() -> None:
    async with contest() as held:
        alone: Leadership = (await held.enter("a")).elector
        assert alone.leads()


async def test_only_the_first_of_two_leads() -> None:
    async with contest() as held:
        candidacies = [await held.enter("a"), await held.enter("b")]
        await held.clock.advance(100)
        assert [True, False] == [candidacy.elector.leads() for candidacy in candidacies]


async def test_a_leader_renews_with_one_request_every_retry_period() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.way.calls.clear()
        await held.clock.advance(24)
    assert set(leader.way.calls) == {"replace"}
    assert 10 <= len(leader.way.calls) <= 12


async def test_pauses_are_stretched_by_chance() -> None:
    async with contest() as held:
        await held.enter("a")
        await held.clock.advance(24)
        pauses = [pause for pause in held.clock.slept if pause != 2.0]
    assert all(2.0 < pause <= 2.4 for pause in pauses)
    assert len(set(pauses)) > 5


async def test_a_stopped_leader_hands_over_at_the_others_next_look() -> None:
    async with contest() as held:
        leader, follower = await held.enter("a"), await held.enter("b")
        await leader.stop()
        await held.clock.advance(2.4)
        assert [False, True] == [leader.elector.leads(), follower.elector.leads()]


async def test_a_leader_that_dies_is_replaced_after_the_lease_duration() -> None:
    async with contest() as held:
        leader, follower = await held.enter("a"), await held.enter("b")
        leader.running.cancel()
        await held.clock.advance(14.9)
        early = follower.elector.leads()
        await held.clock.advance(0.2)
        assert [False, True] == [early, follower.elector.leads()]


async def test_a_change_of_leader_is_counted_in_the_lease() -> None:
    async with contest() as held:
        leader, _ = await held.enter("a"), await held.enter("b")
        await leader.stop()
        await held.clock.advance(2.4)
        assert held.store.lease is not None
        assert ("b", 1) == (held.holder(), held.store.lease.record.lease_transitions)


async def test_a_leader_is_told_as_soon_as_it_leads() -> None:
    async with contest() as held:
        await held.enter("a")
        follower = await held.enter("b")
        waiting = held.tasks.create_task(follower.elector.until_leading())
        await held.clock.advance(5)
        early = waiting.done()
        await held.candidacies[0].stop()
        await held.clock.advance(2.4)
        assert [False, True] == [early, waiting.done()]


async def test_a_leader_is_told_of_its_end_by_the_clock_and_not_by_a_call() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.running.cancel()
        waiting = held.tasks.create_task(leader.elector.until_not_leading())
        await held.clock.advance(9.9)
        early = waiting.done()
        await held.clock.advance(0.2)
        assert [False, True] == [early, waiting.done()]


async def test_a_release_that_hangs_is_given_up() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.running.cancel()
        leader.way.hangs = True
        releasing = held.tasks.create_task(leader.elector.release())
        await held.clock.advance(2.1)
        assert [True, False] == [releasing.done(), leader.elector.leads()]


async def test_a_follower_releases_nothing() -> None:
    async with contest() as held:
        _, follower = await held.enter("a"), await held.enter("b")
        await follower.stop()
        assert held.holder() == "a"


async def test_a_lease_that_is_waited_out_is_not_released() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        held.store.delete()
        await held.clock.advance(2.4)
        await leader.stop()
        assert held.holder() == "a"


async def test_a_lease_that_somebody_took_meanwhile_is_not_released() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        assert held.store.lease is not None
        held.store.replace(record("thief", renewed=NOON), held.store.lease.version)
        await leader.stop()
        assert held.holder() == "thief"


async def test_people_are_told_who_holds_the_lease_and_when_we_begin_and_end() -> None:
    with structlog.testing.capture_logs() as lines:
        async with contest() as held:
            leader: Candidacy = await held.enter("a")
            await held.clock.advance(10)
            leader.way.trouble = "connection refused"
            await held.clock.advance(20)
    told = [line["event"] for line in lines]
    assert told == ["lease holder changed", "started leading", "lease not available", "stopped leading"]
