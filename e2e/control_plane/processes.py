"""How do programs start, prove to be up, and end? Each with a log of its own; ended by pid, the last one first."""

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from e2e.control_plane.patience import now_seconds, pause

ROOT: Final = Path(__file__).resolve().parents[2]
_POLITE_SECONDS: Final = 15.0
_BETWEEN_PROBES_SECONDS: Final = 0.1
_LAST_BYTES: Final = 64 * 1024
_OF_THE_USER: Final = frozenset({"KUBECONFIG", "KUBERNETES_SERVICE_HOST"})


class ProgramError(Exception):
    """A program could not be started, ended by itself or is not up: which one, and the end of its log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A running program."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path


class Processes:
    """The programs that run. Leaving the context ends them all, the last one first, and waits until they are gone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running: list[Program] = []
        self._logs: dict[str, Path] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            while self._running:
                _end(self._running[-1].process)
                self._running.pop()
        except KeyboardInterrupt:
            # Somebody is in a hurry: no more patience, but nothing stays behind either.
            for program in self._running:
                program.process.kill()
                program.process.wait()
            raise

    def start(
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        up: Callable[[], bool],
        environ: Mapping[str, str] | None = None,
        within: float = 300.0,
    ) -> Program:
        """Start `command` with its output in NAME.log and wait until `up` says so; raises ProgramError."""
        log = self.folder / f"{name}.log"
        try:
            with log.open("ab") as output:
                process = subprocess.Popen(
                    [str(word) for word in command],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    cwd=ROOT,
                    env=environment(environ or {}),
                    # A terminal's Ctrl-C is for the test run alone, which then ends its programs in their order.
                    start_new_session=True,
                )
        except OSError as error:
            raise ProgramError(f"{name} can't be started: {command[0]}: {error.strerror}") from error
        program = Program(name=name, process=process, log=log)
        self._running.append(program)
        self._logs[name] = log
        deadline = now_seconds() + within
        while not up():
            if process.poll() is not None:
                raise ProgramError(f"{name} ended with status {process.returncode}:\n{_tail(log, 20)}")
            if now_seconds() > deadline:
                raise ProgramError(f"{name} was started but isn't up after {within:g} s:\n{_tail(log, 20)}")
            pause(_BETWEEN_PROBES_SECONDS)
        return program

    def stop(self, program: Program) -> int:
        """End one program before the others; its exit status, negative for a signal."""
        _end(program.process)
        self._running.remove(program)
        return program.process.returncode

    def tails(self, lines: int) -> Mapping[str, str]:
        """The end of each log, also of programs that have ended, by name."""
        return {name: _tail(log, lines) for name, log in self._logs.items()}


def environment(more: Mapping[str, str]) -> dict[str, str]:
    """This process' environment without what points at a user's cluster or a proxy, and with `more`."""
    kept = {name: text for name, text in os.environ.items() if name not in _OF_THE_USER}
    loopback = {"NO_PROXY": "127.0.0.1,localhost", "no_proxy": "127.0.0.1,localhost", "PYTHONUNBUFFERED": "1"}
    return {**kept, **loopback, **more}


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(timeout=_POLITE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _tail(log: Path, lines: int) -> str:
    with log.open("rb") as file:
        file.seek(max(log.stat().st_size - _LAST_BYTES, 0))
        return "\n".join(file.read().decode(errors="replace").splitlines()[-lines:])
