"""`lagzero adapter` as a process."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tests.support.ending import ended

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_COMMAND = Path(sys.executable).with_name("lagzero")
_DEADLINE_SECONDS = 60.0


class _Line(msgspec.Struct):
    message: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdapterProcess:
    """A running adapter; `log` grows while it runs."""

    process: subprocess.Popen[str]
    url: str
    log: list[str] = field(default_factory=list)

    def ask_to_stop(self) -> None:
        self.process.terminate()

    def exit_status(self) -> int:
        """The exit status, once the process has ended by itself."""
        return self.process.wait(timeout=_DEADLINE_SECONDS)


@contextmanager
def run_adapter(flags: Mapping[str, str]) -> Iterator[AdapterProcess]:
    """An adapter that serves on a free port of loopback; it is stopped with the block if it wasn't before."""
    arguments = [f"{name}={value}" for name, value in {"--listen": "127.0.0.1:0", **flags}.items()]
    with subprocess.Popen([_COMMAND, "adapter", *arguments], stderr=subprocess.PIPE, text=True) as process:
        watchdog = threading.Timer(_DEADLINE_SECONDS, process.kill)
        watchdog.start()
        assert process.stderr is not None
        log: list[str] = []
        reader = threading.Thread(target=log.extend, args=(process.stderr,))
        try:
            url = _read_until_it_serves(process.stderr, log)
            watchdog.cancel()
            # A log that nobody reads would stop the process once the pipe is full.
            reader.start()
            yield AdapterProcess(process=process, url=url, log=log)
        finally:
            watchdog.cancel()
            ended(process)
            if reader.ident is not None:
                reader.join()


def _read_until_it_serves(stderr: Iterator[str], log: list[str]) -> str:
    for line in stderr:
        log.append(line)
        event = msgspec.json.decode(line, type=_Line)
        if event.message == "serving external metrics":
            return event.url
    raise RuntimeError(f"the adapter did not start: {''.join(log)}")
