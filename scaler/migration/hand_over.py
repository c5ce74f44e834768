"""How is a plan carried out? Step by step, and after each the world is looked at and the plan made anew.

So every step is taken on what is true then, and a run that was interrupted goes on as if it had not been.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, assert_never

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import AlreadyExists, Conflict, NotFound
from adapter.kube.meta import NamespacedName
from adapter.process.clock import Clock
from scaler.migration.expectations import unmet
from scaler.migration.not_served import explained
from scaler.migration.reading import look, optional
from scaler.migration.seen import Seen
from scaler.migration.steps import Plan, Refusal, Request, Step, Verb, Wait

_MOST_STEPS: Final = 60
_BETWEEN_LOOKS_SECONDS: Final = 0.25

Planner = Callable[[Seen], Plan | Refusal]


class StuckError(Exception):
    """A hand-over that can't go on now; what was done stays, and a second run goes on from there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long one expectation may take; with `skips_waits` nothing is waited for, nor proven."""

    seconds: float
    skips_waits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """One kind of hand-over; `told` hears of each step before it is taken."""

    client: KubeClient
    clock: Clock
    planner: Planner
    patience: Patience
    told: Callable[[Step], None]

    async def run(self, key: NamespacedName) -> Refusal | None:
        """Everything that is left to do for one autoscaler; a Refusal if it must not be done.

        Raises ApiError, and StuckError if an expectation isn't met in time.
        """
        for _ in range(_MOST_STEPS):
            plan = self.planner(await look(self.client, key))
            if isinstance(plan, Refusal):
                return plan
            left = [step for step in plan.steps if not (self.patience.skips_waits and isinstance(step, Wait))]
            if not left:
                return None
            self.told(left[0])
            await self._take(left[0])
        raise StuckError(f"{key}: after {_MOST_STEPS} steps there is still something to do: is something undoing it?")

    async def _take(self, step: Step) -> None:
        match step:
            case Wait():
                await self._wait(step)
            case Request():
                await self._request(step)
            case _:
                assert_never(step)

    async def _wait(self, wait: Wait) -> None:
        reason = ""
        try:
            async with asyncio.timeout(self.patience.seconds):
                while reason := unmet(wait.of, await optional(self.client, wait.path)):
                    await self.clock.sleep(_BETWEEN_LOOKS_SECONDS)
        except TimeoutError as error:
            raise StuckError(f"after {self.patience.seconds:g} s still not so: {wait.says}: {reason}") from error

    async def _request(self, request: Request) -> None:
        """A lost race, and what is done already, are seen at the next look."""
        try:
            await self._send(request)
        except AlreadyExists:
            return
        except Conflict:
            await self.clock.sleep(_BETWEEN_LOOKS_SECONDS)
        except NotFound as error:
            if request.verb is not Verb.DELETE:
                raise explained(request, error) from error

    async def _send(self, request: Request) -> None:
        client, path, body = self.client, request.path, request.body
        match request.verb:
            case Verb.CREATE:
                await client.create(path, body, msgspec.Raw, params={"fieldManager": request.field_manager})
            case Verb.PATCH:
                await client.merge_patch(path, body, msgspec.Raw, field_manager=request.field_manager)
            case Verb.APPLY:
                await client.apply(path, body, msgspec.Raw, field_manager=request.field_manager, force=True)
            case Verb.DELETE:
                await client.delete(path)
            case _:
                assert_never(request.verb)
