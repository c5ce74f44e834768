"""How do the demo's programs start, prove to be up, and end? Each a process with its log; ended in reverse order."""

import asyncio
import os
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

ROOT: Final = Path(__file__).resolve().parents[2]
_START_SECONDS: Final = 30.0
_BETWEEN_PROBES_SECONDS: Final = 0.05
_POLITE_SECONDS: Final = 5.0
_LAST_BYTES: Final = 64 * 1024


class PartError(Exception):
    """A program of the demo could not be started or has ended: which one and how, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A running program."""

    name: str
    process: Process
    log: Path


class Parts:
    """The programs that run. Leaving the context ends them all, the last one first, and waits until they are gone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: list[Part] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        while self._running:
            await _end(self._running[-1].process)
            self._running.pop()

    async def start(self, name: str, command: Sequence[str | Path], *, up: Callable[[], Awaitable[bool]]) -> None:
        """Start `command` with its output in NAME.log and wait until `up` says so.

        Raises PartError when it can't be started, ends, or isn't up within 30 s.
        """
        log = self._folder / f"{name}.log"
        try:
            with log.open("wb") as output:
                process = await asyncio.create_subprocess_exec(
                    *command,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    cwd=ROOT,
                    env=_environment(os.environ),
                    # A terminal's Ctrl-C is for the demo alone, which then ends its parts in their order.
                    start_new_session=True,
                )
        except OSError as error:
            raise PartError(f"{name} can't be started: {command[0]}: {error.strerror}") from error
        self._running.append(Part(name=name, process=process, log=log))
        try:
            async with asyncio.timeout(_START_SECONDS):
                while not await up():
                    self.check()
                    await asyncio.sleep(_BETWEEN_PROBES_SECONDS)
        except TimeoutError as error:
            raise PartError(f"{name} was started but isn't up after {_START_SECONDS:g} s") from error

    def check(self) -> None:
        """Raises PartError if one that should run has ended."""
        for part in self._running:
            if part.process.returncode is not None:
                raise PartError(f"{part.name} has ended by itself, with status {part.process.returncode}")

    def last_lines(self, count: int) -> Mapping[str, tuple[str, ...]]:
        """The end of each log, by the name of its program, in the order of their start."""
        return {part.name: _tail(part.log, count) for part in self._running}


def _environment(own: Mapping[str, str]) -> dict[str, str]:
    # Everything is on loopback: no proxy may come between, and no cluster of the user's may be meant.
    kept = {name: text for name, text in own.items() if name not in {"KUBECONFIG", "KUBERNETES_SERVICE_HOST"}}
    return {**kept, "NO_PROXY": "127.0.0.1,localhost", "no_proxy": "127.0.0.1,localhost", "PYTHONUNBUFFERED": "1"}


async def _end(process: Process) -> None:
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(_POLITE_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def _tail(log: Path, count: int) -> tuple[str, ...]:
    with log.open("rb") as file:
        file.seek(max(log.stat().st_size - _LAST_BYTES, 0))
        return tuple(file.read().decode(errors="replace").splitlines()[-count:])
