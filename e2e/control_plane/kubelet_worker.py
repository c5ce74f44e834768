"""What runs in a Pod? The command of its first container, if that is a Python program of ours; else nothing."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, Process
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_ROOT = Path(__file__).resolve().parents[2]


class Worker:
    """A Pod's process; leaving the context kills it if it still runs."""

    def __init__(self, command: list[str], environ: dict[str, str], log: Path) -> None:
        self._command = command
        self._environ = environ
        self._log = log
        self._process: Process | None = None

    @classmethod
    def of(cls, pod: dict[str, Any], logs: Path) -> Self:
        """Not started yet."""
        container = pod["spec"]["containers"][0]
        own = {each["name"]: each.get("value", "") for each in container.get("env", [])}
        command = container.get("command", []) + container.get("args", [])
        return cls(command, own, logs / f"{pod['metadata']['name']}.log")

    async def __aenter__(self) -> Self:
        if self._command[:1] == ["python"]:
            with self._log.open("ab") as output:
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, *self._command[1:]),
                    cwd=_ROOT,
                    env={**os.environ, **self._environ},
                    stdin=DEVNULL,
                    stdout=output,
                    stderr=output,
                )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def end(self, *, seconds: float) -> None:
        """SIGTERM and so much time to end; what is left then is killed on leaving."""
        if self._process is None or self._process.returncode is not None:
            return
        self._process.terminate()
        try:
            async with asyncio.timeout(seconds):
                await self._process.wait()
        except TimeoutError:
            print(f"{self._log.stem} ignored SIGTERM for {seconds:g} s", flush=True)
