"""How does one process come to lead, and to know it? It keeps one Lease renewed, and counts from its own renewals."""

from __future__ import annotations

import asyncio
from math import inf
from typing import TYPE_CHECKING, Final, Never, TypeVar, assert_never

from scaler.leadership.deadline import within
from scaler.leadership.election import (
    Action,
    Candidate,
    Create,
    Follow,
    Renew,
    Standing,
    TakeOver,
    after_failure,
    after_look,
    after_success,
    decide,
    remaining_seconds,
    resigned,
)
from scaler.leadership.journal import Journal
from scaler.leadership.lease import NOBODY, StoredLease, released
from scaler.leadership.ports import LostRace, NoLease, Unavailable
from scaler.leadership.timing import LARGEST_JITTER

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from random import Random

    from adapter.process.clock import Clock
    from scaler.leadership.ports import Leases
    from scaler.leadership.timing import ElectionTiming

T = TypeVar("T")

# After a lost race we look again at once: a leader whose lease somebody labelled must not wait to learn that it leads.
_ATTEMPTS: Final = 2
# A wait until an exact moment may end a rounding error too early; the next one must not be a rounding error long.
_SHORTEST_PAUSE_SECONDS: Final = 0.001
_NOT_YET_ASKED: Final = "the lease has not been read yet"


class Elector:
    """A Leadership by one Lease. `identity` must be nobody else's, ever: see `holder_identity`.

    Run `run` as one task; `leads` is right at every moment, however late that task is.
    """

    def __init__(self, *, leases: Leases, identity: str, clock: Clock, random: Random, timing: ElectionTiming) -> None:
        self._leases = leases
        self._candidate = Candidate(identity=identity, timing=timing)
        self._clock = clock
        self._random = random
        self._journal = Journal(identity)
        self._standing = Standing()
        self._changed = asyncio.Event()
        self._trouble = _NOT_YET_ASKED
        self._obstacle = _NOT_YET_ASKED
        self._obstructed_since = clock.monotonic()
        self._well_since = -inf

    def leads(self) -> bool:
        """Whether we may write at this very moment."""
        return self.remaining_seconds() > 0

    def remaining_seconds(self) -> float:
        """For how long we may go on without another renewal; zero when we may not write."""
        return remaining_seconds(self._standing, self._clock.monotonic())

    def obstacle(self) -> str:
        """Why we could not lead even if nobody else did, and for how long that has been so.

        Empty for a leader, and for one that waits for its turn.
        """
        if self.leads() or not self._obstacle:
            return ""
        return f"{self._obstacle} (for {self.obstructed_seconds():.0f} s)"

    def well_since(self) -> float:
        """When an attempt went well again after one that did not; minus infinity if there was none."""
        return self._well_since

    def obstructed_seconds(self) -> float:
        """For how long attempts have ended without an answer, or with a refusal; zero when the last one was well."""
        return self._clock.monotonic() - self._obstructed_since if self._obstacle else 0.0

    async def run(self) -> Never:
        """Try to lead, and to go on leading, until cancelled; the lease is not given up then: see `release`."""
        while True:
            started = self._clock.monotonic()
            action = await self._attempt()
            self._note_obstacle(started)
            self._journal.leading_is(leading=self.leads())
            await self._clock.sleep(self._pause_seconds(action, started))

    async def until_leading(self) -> None:
        """Return as soon as we lead."""
        while not self.leads():
            await self._changed.wait()

    async def until_not_leading(self) -> None:
        """Return as soon as we don't lead, at the latest when the proof runs out."""
        while (proven := self.remaining_seconds()) > 0:
            await within(self._clock, proven, self._changed.wait())

    async def release(self) -> None:
        """Let another lead at once. Only after `run` was cancelled and every writer has ended.

        Best effort: a lease that can't be released is waited out by the others.
        """
        led = self.leads()
        self._stand(resigned(self._standing))
        self._journal.leading_is(leading=False)
        # Only one that led may: it may hold a lease made anew, which nobody is to lead by before its time.
        if led and await self._look():
            lease = self._standing.lease
            if lease is not None and lease.record.holder_identity == self._candidate.identity:
                record = released(lease.record, self._clock.now())
                await self._answer(self._leases.replace(record, lease.version))

    def _note_obstacle(self, started: float) -> None:
        """Of an attempt; the first of several that go wrong began it."""
        if not self._obstacle:
            self._obstructed_since = started
        if not self._trouble and self._obstacle not in {"", _NOT_YET_ASKED}:
            self._well_since = self._clock.monotonic()
        self._obstacle = self._trouble

    async def _attempt(self) -> Action | None:
        """What was done last, None if the lease could not even be read."""
        action = None
        for _ in range(_ATTEMPTS):
            if not self._standing.confirmed and not await self._look():
                return None
            started = self._clock.monotonic()
            action = decide(self._standing, self._candidate, started, self._clock.now())
            answer = await self._carry_out(action)
            if isinstance(answer, StoredLease):
                self._succeeded(answer, started)
            elif answer is not None:
                self._stand(after_failure(self._standing))
            if not isinstance(answer, LostRace):
                break
        return action

    async def _look(self) -> bool:
        answer: StoredLease | NoLease | Unavailable = await self._answer(self._leases.read())
        if isinstance(answer, Unavailable):
            return False
        lease = None if isinstance(answer, NoLease) else answer
        self._journal.holder_is(NOBODY if lease is None else lease.record.holder_identity)
        self._stand(after_look(self._standing, self._candidate, lease, self._clock.monotonic()))
        return True

    async def _carry_out(self, action: Action) -> StoredLease | LostRace | Unavailable | None:
        match action:
            case Follow():
                return None
            case Create():
                return await self._answer(self._leases.create(action.record))
            case TakeOver() | Renew():
                return await self._answer(self._leases.replace(action.record, action.version))
            case _:
                assert_never(action)

    def _succeeded(self, lease: StoredLease, started: float) -> None:
        self._journal.holder_is(lease.record.holder_identity)
        answered = self._clock.monotonic()
        self._stand(after_success(self._standing, self._candidate, lease, started=started, answered=answered))

    async def _answer(self, call: Coroutine[object, object, T | Unavailable]) -> T | Unavailable:
        retry_seconds = self._candidate.timing.retry_period_seconds
        seconds = min(retry_seconds, self.remaining_seconds() or retry_seconds)
        answer = await within(self._clock, seconds, call)
        if answer is None:
            answer = Unavailable(message=f"no answer within {seconds:.1f} s")
        self._trouble = answer.message if isinstance(answer, Unavailable) else ""
        self._journal.trouble_is(self._trouble)
        return answer

    def _stand(self, standing: Standing) -> None:
        self._standing = standing
        self._changed.set()
        self._changed = asyncio.Event()

    def _pause_seconds(self, action: Action | None, started: float) -> float:
        now = self._clock.monotonic()
        usual = started - now + self._candidate.timing.retry_period_seconds * self._random.uniform(1, LARGEST_JITTER)
        pause = min(usual, action.until - now) if isinstance(action, Follow) else usual
        return max(pause, _SHORTEST_PAUSE_SECONDS)
