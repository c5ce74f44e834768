"""Which reads of one group go into one query, and who waits for it?"""

import asyncio
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from adapter.externalmetrics.answers import Answer
from adapter.externalmetrics.cache import Entry
from adapter.externalmetrics.plans import Group, Plan

Key: TypeAlias = Hashable


@dataclass(slots=True, kw_only=True, eq=False)
class Batch:
    """The reads of one query, by their keys. `asked_at` is set when it is sent.

    `answers` are those to come that somebody waits for; the other reads are asked for along with them. Those who `left`
    have no use for what is on its way.
    """

    group: Group
    plans: dict[Key, Plan] = field(default_factory=dict)
    answers: dict[Key, asyncio.Future[Answer]] = field(default_factory=dict)
    left: set[Key] = field(default_factory=set)
    asked_at: float = 0.0

    def want(self, plan: Plan) -> asyncio.Future[Answer]:
        """The answer that the plan will have."""
        self.add(plan)
        future = self.answers.get(plan.key)
        if future is None:
            future = self.answers[plan.key] = asyncio.get_running_loop().create_future()
        return future

    def add(self, plan: Plan) -> None:
        """Ask for the plan along with the others."""
        self.plans.setdefault(plan.key, plan)

    def waiting(self) -> tuple[Plan, ...]:
        """Those that somebody waits for and that have no answer yet."""
        return tuple(self.plans[key] for key, future in self.answers.items() if not future.done())

    def resolve(self, plan: Plan, answer: Answer) -> None:
        """Tell whoever waits for it, if anybody still does."""
        future = self.answers.get(plan.key)
        if future is not None and not future.done():
            future.set_result(answer)

    def abandon(self) -> None:
        """Whoever has no answer gets none: nobody waits, or everything ends."""
        for future in self.answers.values():
            future.cancel()


@dataclass(slots=True, kw_only=True, eq=False)
class Member:
    """A read that somebody last wanted at that moment, of which no answer older than that was taken."""

    plan: Plan
    wanted_at: float
    max_age_seconds: float


@dataclass(slots=True, kw_only=True, eq=False)
class Members:
    """What is known of a group: who asked when, the batch that still takes reads in, and those on their way."""

    known: dict[Key, Member] = field(default_factory=dict)
    collecting: Batch | None = None
    flying: list[Batch] = field(default_factory=list)

    def asked(self, plan: Plan, now: float, max_age_seconds: float) -> None:
        """Note that somebody wants this plan's answer, and how old it may be."""
        self.known.pop(plan.key, None)
        self.known[plan.key] = Member(plan=plan, wanted_at=now, max_age_seconds=max_age_seconds)
        if len(self.known) > _MOST_KNOWN:
            del self.known[next(iter(self.known))]

    def due(self, now: float, lately_seconds: float, kept: Callable[[Key], Entry | None]) -> Iterator[Plan]:
        """Those worth asking for along with others, the latest first: they were read lately, and grow old.

        Whose answer is young, or on its way, is left out, or each who is new would have everybody asked for again. Who
        wasn't read for `lately_seconds` is forgotten.
        """
        for key, member in reversed(tuple(self.known.items())):
            entry = kept(key)
            if entry is not None and entry.is_read:
                member.wanted_at = max(member.wanted_at, entry.asked_at)
            if now - member.wanted_at > lately_seconds:
                del self.known[key]
                continue
            since = now - member.max_age_seconds / 2
            if (entry is None or entry.asked_at <= since) and self._flight(key, since) is None:
                yield member.plan

    def renew(self, key: Key) -> None:
        """What is on its way for this read comes too early for it."""
        for batch in self.flying:
            batch.left.add(key)

    def coming(self, plan: Plan, since: float) -> asyncio.Future[Answer] | None:
        """The plan's answer in a query on its way that was sent no earlier than `since`."""
        batch = self._flight(plan.key, since)
        return batch.want(plan) if batch is not None else None

    def _flight(self, key: Key, since: float) -> Batch | None:
        flying = (batch for batch in self.flying if batch.asked_at >= since)
        return next((batch for batch in flying if key in batch.plans and key not in batch.left), None)


_MOST_KNOWN = 10_000
