import asyncio
import io
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

import aiohttp
import pytest

from e2e.demo.cluster import Cluster, ClusterError
from e2e.demo.parts import Parts
from e2e.demo.screen import PlainScreen
from e2e.demo.stage import Stage
from e2e.demo.telling import Chapter, DidNotError, Ending, Outcome, tell
from e2e.demo.witness import Places, Witness, now


@pytest.fixture(name="out")
def _out() -> io.StringIO:
    return io.StringIO()


@pytest.fixture(name="stage")
async def _stage(tmp_path: Path, out: io.StringIO) -> AsyncIterator[Stage]:
    """A stage on which nothing runs."""
    places = Places(exporter="http://127.0.0.1:9", prometheus="http://127.0.0.1:9")
    screen = PlainScreen(out, lambda: 0.0)
    async with aiohttp.ClientSession() as session:
        yield Stage(
            cluster=Cluster(session, url="https://127.0.0.1:9", tls=ssl.create_default_context()),
            witness=Witness(session, places=places, parts=Parts(tmp_path), show=screen.show),
            screen=screen,
            kubeconfig=tmp_path / "kubeconfig",
            places=places,
        )


async def _comes_true(_stage: Stage) -> Sequence[str]:
    return ("seen",)


async def _contradicted(_stage: Stage) -> Sequence[str]:
    raise DidNotError("7 replicas were expected")


async def _refused(_stage: Stage) -> Sequence[str]:
    raise ClusterError("GET /apis: 503")


async def _never(_stage: Stage) -> Sequence[str]:
    await asyncio.Event().wait()
    return ()


def _chapter(play: Callable[[Stage], Awaitable[Sequence[str]]], *, deadline_seconds: float = 5.0) -> Chapter:
    return Chapter(title="Idle", waits_for="zero", deadline_seconds=deadline_seconds, play=play)


async def _told(stage: Stage, *chapters: Chapter, seconds: float = 60.0) -> tuple[Outcome, ...]:
    return await tell(chapters, stage, until_seconds=now() + seconds)


async def test_a_chapter_that_comes_true_keeps_its_evidence(stage: Stage) -> None:
    (outcome,) = await _told(stage, _chapter(_comes_true))
    assert (Ending.CAME_TRUE, ("seen",)) == (outcome.ending, outcome.evidence)


async def test_what_a_chapter_waits_for_is_told_before_its_verdict(stage: Stage, out: io.StringIO) -> None:
    await _told(stage, _chapter(_comes_true))
    assert [
        "",
        "== 1. Idle",
        "waits for: zero (at most 5 s)",
        "[ok] came true after 0.0 s",
        "  seen",
    ] == out.getvalue().splitlines()


async def test_chapters_after_one_that_did_not_come_true_are_not_begun(stage: Stage) -> None:
    outcomes = await _told(stage, _chapter(_comes_true), _chapter(_contradicted), _chapter(_comes_true))
    assert [Ending.CAME_TRUE, Ending.DID_NOT, Ending.NOT_BEGUN] == [outcome.ending for outcome in outcomes]


async def test_a_contradiction_is_told_with_what_was_seen_last(stage: Stage) -> None:
    (outcome,) = await _told(stage, _chapter(_contradicted))
    assert outcome.evidence[0].startswith("7 replicas were expected; seen last: None tasks wait")


async def test_a_refusal_of_the_cluster_is_told_as_it_came(stage: Stage) -> None:
    (outcome,) = await _told(stage, _chapter(_refused))
    assert (Ending.DID_NOT, ("GET /apis: 503",)) == (outcome.ending, outcome.evidence)


@pytest.mark.parametrize(("chapter_seconds", "story_seconds"), [(0.01, 60.0), (5.0, 0.01), (5.0, -1.0)])
async def test_a_chapter_ends_with_its_deadline_and_with_the_storys(
    stage: Stage, chapter_seconds: float, story_seconds: float
) -> None:
    (outcome,) = await _told(stage, _chapter(_never, deadline_seconds=chapter_seconds), seconds=story_seconds)
    assert Ending.DID_NOT is outcome.ending


def test_a_chapter_that_was_not_begun_took_no_time() -> None:
    assert "not begun" == Outcome(title="Idle", ending=Ending.NOT_BEGUN).line()
