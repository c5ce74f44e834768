"""How do reads that differ only in labels become one query? Those at one time wait for each other, a moment.

Whoever asked lately is asked for along with the others, so that reads spread over time cost one query, too.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from adapter.externalmetrics.answers import Answer, Broken
from adapter.externalmetrics.asking import Asker, Parts, SettledParts
from adapter.externalmetrics.batches import Batch, Members
from adapter.externalmetrics.keeping import Keeping
from adapter.externalmetrics.plans import Group, Plan
from adapter.externalmetrics.policies import OnEmpty
from adapter.externalmetrics.trust import Differs, GroupTrust
from adapter.process.clock import Clock
from adapter.prometheus.observer import EngineObserver


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupLimits:
    """How long reads wait for each other, how many one query takes, how long one is asked for without asking itself.

    `groups` is how many are remembered at most.
    """

    window_seconds: float = 0.005
    reads: int = 1000
    lately_seconds: float = 60.0
    groups: int = 1000


class Grouping:
    """Answers plans. `keep` is told the answers of those that were asked for along with others, and since when."""

    def __init__(
        self,
        asker: Asker,
        clock: Clock,
        *,
        tasks: asyncio.TaskGroup,
        keep: Keeping,
        observer: EngineObserver,
        limits: GroupLimits,
    ) -> None:
        self._asker = asker
        self._clock = clock
        self._tasks = tasks
        self._keep = keep
        self._observer = observer
        self._limits = limits
        self._trust = GroupTrust(asker, clock, observer)
        self._members: OrderedDict[Group, Members] = OrderedDict()
        self._flights: set[asyncio.Task[None]] = set()

    async def ask(self, plan: Plan, max_age_seconds: float) -> Answer:
        """The plan's answer, by a query for it alone or for its whole group.

        One on its way is as good as a new one if it was sent at most `max_age_seconds` ago: a server or a program that
        falls behind isn't asked the same more often for it.
        """
        if plan.group is None or not self._trust.allows(plan.metric):
            return await self._asker.one(plan)
        members = self._members_of(plan.group)
        now = self._clock.monotonic()
        members.asked(plan, now, max_age_seconds)
        coming = members.coming(plan, now - max_age_seconds)
        return await (coming if coming is not None else self._joined(plan.group, members, plan))

    def expect(self, plan: Plan, max_age_seconds: float) -> None:
        """Ask for the plan along with others, as if it had been read already."""
        if plan.group is not None:
            self._members_of(plan.group).asked(plan, self._clock.monotonic(), max_age_seconds)

    def renew(self, plan: Plan) -> None:
        """Answer the plan's next read by a query that has not been sent yet."""
        members = self._members.get(plan.group) if plan.group is not None else None
        if members is not None:
            members.renew(plan.key)

    def close(self) -> None:
        """Give up the queries on their way."""
        for flight in self._flights:
            flight.cancel()

    def _members_of(self, group: Group) -> Members:
        members = self._members.get(group)
        if members is None:
            members = self._members[group] = Members()
            if len(self._members) > self._limits.groups:
                self._members.popitem(last=False)
        self._members.move_to_end(group)
        return members

    def _joined(self, group: Group, members: Members, plan: Plan) -> asyncio.Future[Answer]:
        batch = members.collecting
        if batch is None or len(batch.plans) >= self._most(group):
            batch = members.collecting = Batch(group=group)
            flight = self._tasks.create_task(self._fly(members, batch))
            self._flights.add(flight)
            flight.add_done_callback(self._flights.discard)
        return batch.want(plan)

    async def _fly(self, members: Members, batch: Batch) -> None:
        await asyncio.sleep(0)
        most = self._most(batch.group)
        if 1 < len(batch.plans) < most:
            await self._clock.sleep(self._limits.window_seconds)
        if members.collecting is batch:
            members.collecting = None
        batch.asked_at = self._clock.monotonic()
        due = members.due(batch.asked_at, self._limits.lately_seconds, self._keep.entry)
        for plan in due:
            if len(batch.plans) >= most:
                break
            batch.add(plan)
        members.flying.append(batch)
        try:
            await self._answer(batch)
        finally:
            members.flying.remove(batch)
            batch.abandon()

    async def _answer(self, batch: Batch) -> None:
        plans = tuple(batch.plans.values())
        if len(plans) == 1:
            await self._answer_singly(batch)
            return
        self._observer.grouped(batch.group.metric, len(plans))
        found = await self._asker.together(batch.group, plans)
        taken = found if isinstance(found, Broken) else await self._trust.verified(batch.group, found)
        match taken:
            case Differs(reason=reason):
                self._trust.condemn(batch.group.metric, reason)
                await self._answer_singly(batch)
            case Broken():
                await self._answer_failed(batch, taken)
            case Parts():
                await self._answer_together(batch, taken)

    async def _answer_together(self, batch: Batch, parts: Parts) -> None:
        """Whoever nobody waits for is answered when it is read, unless its answer is wanted for later ones."""
        plans = tuple(batch.plans.values())
        settled = SettledParts(asker=self._asker, plans=batch.plans, parts=parts)
        self._keep.all_of(batch.plans.keys() - batch.left, settled, parts.total, batch.asked_at)
        if plans[0].rule.policies.on_empty is OnEmpty.LAST:  # all are of one rule
            await self._in_stretches(batch, plans, settled)
        while waiting := batch.waiting():
            await self._in_stretches(batch, waiting, settled)

    async def _in_stretches(self, batch: Batch, plans: Sequence[Plan], settled: SettledParts) -> None:
        for number, plan in enumerate(plans):
            self._resolve(batch, plan, settled.answer_of(plan.key))
            if number % _AT_A_STRETCH == 0:
                await asyncio.sleep(0)

    async def _answer_failed(self, batch: Batch, failure: Broken) -> None:
        """A server that doesn't answer has nothing for anybody; what it refuses for all, it may grant to each."""
        metric = batch.group.metric
        if failure.code == HTTPStatus.GATEWAY_TIMEOUT:
            self._trust.shrink(metric, len(batch.plans), failure.message)
        elif failure.code != HTTPStatus.SERVICE_UNAVAILABLE:
            [first, *_] = batch.waiting()
            answer = await self._asker.one(first)
            if not isinstance(answer, Broken):
                self._trust.pause(metric, failure.message)
                self._resolve(batch, first, answer)
                await self._answer_singly(batch)
                return
        for plan in batch.waiting():
            self._resolve(batch, plan, failure)

    async def _answer_singly(self, batch: Batch) -> None:
        """Ask for each that somebody waits for by itself, also those who came to wait in the meantime."""
        while waiting := batch.waiting():
            async with asyncio.TaskGroup() as tasks:
                for plan in waiting:
                    tasks.create_task(self._answer_one(batch, plan))

    async def _answer_one(self, batch: Batch, plan: Plan) -> None:
        self._resolve(batch, plan, await self._asker.one(plan))

    def _most(self, group: Group) -> int:
        return min(self._limits.reads, self._trust.most_reads(group.metric))

    def _resolve(self, batch: Batch, plan: Plan, answer: Answer) -> None:
        batch.resolve(plan, answer)
        if plan.key not in batch.left:
            self._keep.one(plan, answer, batch.asked_at)


_AT_A_STRETCH = 100
"""After so many answers others get their turn: some 5 ms."""
