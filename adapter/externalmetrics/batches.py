"""Which reads of one group go into one query, and who waits for it?"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field

from adapter.externalmetrics.answers import Answer
from adapter.externalmetrics.plans import Group, Plan

JOIN_SECONDS = 0.25
"""How long after it was sent a query takes in more readers: later ones would take its answer for too young."""

Key = tuple[str, str, str]


@dataclass(slots=True, kw_only=True, eq=False)
class Batch:
    """The reads of one query, by their keys, with their answers to come. `asked_at` is set when it is sent.

    `wanted` are those that somebody waits for; the others are asked for along with them.
    """

    group: Group
    plans: dict[Key, Plan] = field(default_factory=dict)
    answers: dict[Key, asyncio.Future[Answer]] = field(default_factory=dict)
    wanted: set[Key] = field(default_factory=set)
    asked_at: float = 0.0

    def want(self, plan: Plan) -> asyncio.Future[Answer]:
        """The answer that the plan will have."""
        self.add(plan)
        self.wanted.add(plan.key)
        return self.answers[plan.key]

    def add(self, plan: Plan) -> None:
        """Ask for the plan along with the others."""
        if plan.key not in self.answers:
            self.plans[plan.key] = plan
            self.answers[plan.key] = asyncio.get_running_loop().create_future()

    def waiting(self) -> tuple[Plan, ...]:
        """Those that somebody waits for and that have no answer yet."""
        return tuple(self.plans[key] for key in self.wanted if not self.answers[key].done())

    def resolve(self, plan: Plan, answer: Answer) -> None:
        """Tell whoever waits for it, if anybody still does."""
        future = self.answers[plan.key]
        if not future.done():
            future.set_result(answer)

    def abandon(self) -> None:
        """Whoever has no answer gets none: nobody waits, or everything ends."""
        for future in self.answers.values():
            future.cancel()


@dataclass(slots=True, kw_only=True, eq=False)
class Members:
    """What is known of a group: who asked when, the batch that still takes reads in, and those on their way."""

    known: OrderedDict[Key, tuple[Plan, float]] = field(default_factory=OrderedDict)
    collecting: Batch | None = None
    flying: list[Batch] = field(default_factory=list)

    def asked(self, plan: Plan, now: float) -> None:
        """Note that somebody wants this plan's answer."""
        self.known[plan.key] = (plan, now)
        self.known.move_to_end(plan.key)
        if len(self.known) > _MOST_KNOWN:
            self.known.popitem(last=False)

    def lately(self, since: float) -> Iterator[Plan]:
        """Who asked since then, the latest first; the others are forgotten."""
        while self.known and next(iter(self.known.values()))[1] < since:
            self.known.popitem(last=False)
        return (plan for plan, _ in reversed(self.known.values()))

    def coming(self, plan: Plan, now: float) -> asyncio.Future[Answer] | None:
        """The plan's answer in a query that was sent a moment ago."""
        for batch in self.flying:
            if plan.key in batch.answers and now - batch.asked_at <= JOIN_SECONDS:
                return batch.want(plan)
        return None


_MOST_KNOWN = 10_000
