"""How electors bear a network that fails, and strangers who touch the lease."""

import asyncio

from tests.unit.scaler.leadership.candidates import contest


async def test_a_leader_whose_calls_fail_stops_at_the_renew_deadline() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.way.trouble = "connection refused"
        await held.clock.advance(9.9)
        before = leader.elector.leads()
        await held.clock.advance(0.1)
        assert [True, False] == [before, leader.elector.leads()]


async def test_a_leader_whose_calls_hang_stops_at_the_renew_deadline() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.way.hangs = True
        await held.clock.advance(9.9)
        before = leader.elector.leads()
        await held.clock.advance(0.1)
        assert [True, False] == [before, leader.elector.leads()]


async def test_hanging_calls_are_given_up_after_a_retry_period() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.way.calls.clear()
        leader.way.hangs = True
        await held.clock.advance(10)
    assert 4 <= len(leader.way.calls) <= 6


async def test_a_leader_that_was_cut_off_leads_again_when_nobody_else_does() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.way.trouble = "connection refused"
        await held.clock.advance(60)
        leader.way.trouble = ""
        await held.clock.advance(2.4)
        assert leader.elector.leads()


async def test_a_leader_that_was_cut_off_and_replaced_follows() -> None:
    async with contest() as held:
        leader, follower = await held.enter("a"), await held.enter("b")
        leader.way.trouble = "connection refused"
        await held.clock.advance(20)
        leader.way.trouble = ""
        await held.clock.advance(20)
        assert [False, True] == [leader.elector.leads(), follower.elector.leads()]


async def test_a_stranger_who_labels_the_lease_does_not_interrupt_the_leader() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        watching = held.tasks.create_task(leader.elector.until_not_leading())
        for _ in range(10):
            held.store.touch()
            await held.clock.advance(3)
        interrupted = watching.done()
        watching.cancel()
    assert not interrupted


async def test_a_leader_whose_lease_is_deleted_stops_at_its_next_renewal_and_leads_again_later() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        held.store.delete()
        await held.clock.advance(2.4)
        stopped = not leader.elector.leads()
        await held.clock.advance(15)
        assert [True, True] == [stopped, leader.elector.leads()]


async def test_nothing_is_left_running_after_a_cancelled_attempt() -> None:
    before = len(asyncio.all_tasks())
    async with contest() as held:
        leader = await held.enter("a")
        leader.way.hangs = True
        await held.clock.advance(3)
    assert before == len(asyncio.all_tasks())


async def test_a_lease_that_changes_at_every_moment_is_left_for_the_next_attempt() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.way.calls.clear()
        leader.way.overtaken = True
        await held.clock.advance(2.4)
    assert leader.way.calls == ["replace", "read", "replace"]


async def test_a_lease_that_changes_at_every_moment_is_not_led_by_for_longer_than_was_proven() -> None:
    async with contest() as held:
        leader = await held.enter("a")
        leader.way.overtaken = True
        await held.clock.advance(10)
        assert not leader.elector.leads()
