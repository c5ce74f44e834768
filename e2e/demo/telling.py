"""How is a chapter told? What it waits for, whether that came true in time, and what was seen."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import aiohttp

from e2e.demo.cluster import ClusterError
from e2e.demo.parts import PartError
from e2e.demo.stage import Stage
from e2e.demo.witness import Sight, now


class DidNotError(Exception):
    """What was seen contradicts what the chapter tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """`play` makes it happen and returns the evidence, line by line; it raises when it doesn't come true."""

    title: str
    waits_for: str
    deadline_seconds: float
    play: Callable[[Stage], Awaitable[Sequence[str]]]


class Ending(StrEnum):
    """How a chapter ended, as the summary says it."""

    CAME_TRUE = "came true"
    DID_NOT = "did not come true"
    NOT_BEGUN = "not begun"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A chapter's ending and what was seen."""

    title: str
    ending: Ending
    took_seconds: float = 0.0
    evidence: tuple[str, ...] = ()

    @property
    def came_true(self) -> bool:
        return self.ending is Ending.CAME_TRUE

    def line(self) -> str:
        """The ending in words, with the seconds it took if the chapter was told at all."""
        return self.ending if self.ending is Ending.NOT_BEGUN else f"{self.ending} after {self.took_seconds:.1f} s"


async def tell(chapters: Sequence[Chapter], stage: Stage, *, until_seconds: float) -> tuple[Outcome, ...]:
    """Every chapter in turn, until one doesn't come true: the later ones build on it and are not begun.

    `until_seconds` is the moment of the loop's clock at which the whole story has to be over.
    """
    outcomes: list[Outcome] = []
    for number, chapter in enumerate(chapters, start=1):
        if outcomes and not outcomes[-1].came_true:
            outcomes.append(Outcome(title=chapter.title, ending=Ending.NOT_BEGUN))
            continue
        stage.screen.head(f"{number}. {chapter.title}")
        stage.screen.say(f"waits for: {chapter.waits_for} (at most {chapter.deadline_seconds:g} s)")
        outcome = await _told(chapter, stage, until_seconds)
        stage.screen.verdict(outcome.line(), good=outcome.came_true)
        stage.screen.evidence(outcome.evidence)
        outcomes.append(outcome)
    return tuple(outcomes)


async def _told(chapter: Chapter, stage: Stage, until_seconds: float) -> Outcome:
    begin = now()
    limit = min(chapter.deadline_seconds, until_seconds - begin)
    try:
        async with asyncio.timeout(limit):
            evidence = tuple(await chapter.play(stage))
        ending = Ending.CAME_TRUE
    except TimeoutError:
        ending, evidence = Ending.DID_NOT, (f"not within {limit:.0f} s; seen last: {described(stage.witness.sight)}",)
    except DidNotError as error:
        ending, evidence = Ending.DID_NOT, (f"{error}; seen last: {described(stage.witness.sight)}",)
    except (PartError, ClusterError, aiohttp.ClientError) as error:
        ending, evidence = Ending.DID_NOT, (str(error),)
    return Outcome(title=chapter.title, ending=ending, took_seconds=now() - begin, evidence=evidence)


def described(sight: Sight) -> str:
    """Everything to be seen, in one line."""
    conditions = ", ".join(
        f"{kind}={each.status}/{each.reason} ({each.message})" for kind, each in sight.conditions.items()
    )
    return (
        f"{sight.waiting} tasks wait, Prometheus shows {sight.visible}, spec.replicas {sight.spec_replicas}, "
        f"{sight.ready_replicas} ready, state {sight.state or 'none'}, conditions {conditions or 'none'}"
    )
