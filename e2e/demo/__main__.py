"""`python -m e2e.demo`: a queue worker scales 0 -> N -> 0, driven by a real Prometheus.

Exit status: 0 every chapter came true, 1 one did not, 2 wrong usage, 3 the parts could not be started, 130 interrupted.
"""

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import click

from e2e.demo import pace
from e2e.demo.chapters import CHAPTERS
from e2e.demo.cluster import ClusterError
from e2e.demo.parts import PartError, Parts
from e2e.demo.prometheus_binary import NoPrometheusError, find_prometheus
from e2e.demo.screen import Screen, open_screen
from e2e.demo.stage import Stage, set_up
from e2e.demo.telling import Outcome, tell
from e2e.demo.witness import now

_CAME_TRUE: Final = 0
_DID_NOT: Final = 1
_NOT_STARTED: Final = 3
_INTERRUPTED: Final = 130
_GRACE_SECONDS: Final = 2.0  # the story notices its own end first
_LAST_LINES: Final = 15


@click.command()
@click.option("--keep", is_flag=True, help="Leave everything running after the story, until Ctrl-C.")
@click.option(
    "--prometheus",
    metavar="PATH",
    type=click.Path(exists=True, dir_okay=False, executable=True, path_type=Path),
    help="The Prometheus to run. Without it: on PATH, from Debian's packages, or built with Go.",
)
def main(*, keep: bool, prometheus: Path | None) -> None:
    """A queue worker scales 0 -> N -> 0, driven by a real Prometheus, on this machine alone."""
    status = _INTERRUPTED
    with asyncio.Runner() as runner:
        try:
            status = runner.run(_interruptible(keep=keep, prometheus=prometheus))
        except* BrokenPipeError:
            # Whoever read along has gone; what is left to print goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


async def _interruptible(*, keep: bool, prometheus: Path | None) -> int:
    """The demo as a task that the first signal cancels; later ones wait, as the parts are being ended."""
    async with asyncio.TaskGroup() as group:
        demo = group.create_task(_demo(keep=keep, prometheus=prometheus))

        def interrupt() -> None:
            _on_signals(lambda: None)
            demo.cancel()

        _on_signals(interrupt)
    return _INTERRUPTED if demo.cancelled() else demo.result()


async def _demo(*, keep: bool, prometheus: Path | None) -> int:
    begin = now()
    loop = asyncio.get_running_loop()
    with open_screen(sys.stdout, lambda: loop.time() - begin) as screen:
        screen.head("lagzero: a queue worker scales to zero and back, driven by a real Prometheus")
        try:
            binary = prometheus or await find_prometheus(screen.say, environ=os.environ)
        except NoPrometheusError as error:
            screen.verdict(str(error), good=False)
            return _NOT_STARTED
        screen.say(pace.SHORTENED)
        folder = Path(tempfile.mkdtemp(prefix="lagzero-demo-"))
        status = _INTERRUPTED
        try:
            status = await _play(folder, binary, screen, keep=keep)
        finally:
            if status in {_DID_NOT, _NOT_STARTED}:
                screen.say(f"the logs are kept in {folder}")
            else:
                shutil.rmtree(folder)
    return status


async def _play(folder: Path, prometheus: Path, screen: Screen, *, keep: bool) -> int:
    async with Parts(folder) as parts:
        try:
            outcomes = await _story(parts, (folder, prometheus), screen, keep=keep)
        except (PartError, ClusterError, TimeoutError) as error:
            reason = str(error) or f"not everything was up within {pace.STORY_SECONDS:g} s"
            screen.verdict(f"the parts could not be started: {reason}", good=False)
            _show_logs(screen, parts)
            return _NOT_STARTED
        except asyncio.CancelledError:
            screen.say("interrupted: ending the parts")
            raise
        screen.say("ending the parts")
    return _CAME_TRUE if all(outcome.came_true for outcome in outcomes) else _DID_NOT


async def _story(parts: Parts, files: tuple[Path, Path], screen: Screen, *, keep: bool) -> tuple[Outcome, ...]:
    begin, (folder, prometheus) = now(), files
    async with (
        asyncio.timeout(pace.STORY_SECONDS + _GRACE_SECONDS) as limit,
        set_up(parts, folder=folder, prometheus=prometheus, screen=screen) as stage,
    ):
        outcomes = await tell(CHAPTERS, stage, until_seconds=begin + pace.STORY_SECONDS)
        limit.reschedule(None)
        _summarize(screen, outcomes, now() - begin)
        if not all(outcome.came_true for outcome in outcomes):
            _show_logs(screen, parts)
        if keep:
            await _keep(stage, folder)
    return outcomes


async def _keep(stage: Stage, folder: Path) -> None:
    stage.screen.head("everything keeps running until Ctrl-C")
    for line in (
        f"kubectl --kubeconfig {stage.kubeconfig} get deployments,zeropodautoscalers,pods",
        f"curl -d '{{\"tasks\": 200}}' {stage.places.exporter}/tasks      # a burst",
        f"Prometheus {stage.places.prometheus}, API server {stage.cluster.url}, logs {folder}",
    ):
        stage.screen.say(line)
    stop = asyncio.Event()
    _on_signals(stop.set)
    await stop.wait()


def _summarize(screen: Screen, outcomes: Sequence[Outcome], seconds: float) -> None:
    screen.head(f"Summary, after {seconds:.0f} s")
    for number, outcome in enumerate(outcomes, start=1):
        screen.verdict(f"{number}. {outcome.title}: {outcome.line()}", good=outcome.came_true)


def _show_logs(screen: Screen, parts: Parts) -> None:
    for name, lines in parts.last_lines(_LAST_LINES).items():
        screen.head(f"the last lines of {name}'s log")
        screen.evidence(lines or ("(empty)",))


def _on_signals(act: Callable[[], object]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, act)


if __name__ == "__main__":
    main()
