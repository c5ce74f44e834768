"""How do all scenarios run in half the time? In two runs side by side, each with a control plane of its own.

    python -m e2e.scenarios [PYTEST ARGUMENTS]

Scenarios wait most of the time. Each run ends its own programs, also after Ctrl-C or SIGTERM, which reach both.
"""

import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import IO, Final, NoReturn

from e2e.control_plane.binaries import main as build
from e2e.control_plane.prometheus import NoPrometheusError, require_prometheus
from e2e.control_plane.rabbitmq import NoRabbitMQError, require_rabbitmq

_FOLDER: Final = Path(__file__).parent
# Whatever needs the second cluster, with its gate on, is in one of the runs, and what takes longest with it.
_FIRST: Final = ("test_06_companion.py", "test_06_companion_gate_on.py", "test_9_twins.py", "test_14_migration.py")
# What pytest says where a run has none of the tests that were asked for.
_NONE_SELECTED: Final = 5


def main(arguments: Sequence[str]) -> int:
    """The worse of both exit statuses; what the second run says is printed after its end."""
    _build()
    with ExitStack() as stack:
        said = stack.enter_context(tempfile.TemporaryFile("w+"))
        first, second = _shares()
        runs = [stack.enter_context(_run(first, arguments, None)), stack.enter_context(_run(second, arguments, said))]
        statuses = [run.wait() for run in runs]
        said.seek(0)
        sys.stdout.write(said.read())
    if set(statuses) == {_NONE_SELECTED}:
        return _NONE_SELECTED
    return max(0 if status == _NONE_SELECTED else abs(status) for status in statuses)


def _build() -> None:
    """Once, before two would do it at the same time. Where something is missing, the scenarios say what."""
    with suppress(NoRabbitMQError, NoPrometheusError):
        require_rabbitmq()
        require_prometheus()
        build()


def _shares() -> tuple[list[Path], list[Path]]:
    files = sorted(_FOLDER.glob("test_*.py"))
    first = [file for file in files if file.name in _FIRST]
    return first, [file for file in files if file not in first]


@contextmanager
def _run(files: Sequence[Path], arguments: Sequence[str], out: IO[str] | None) -> Iterator[subprocess.Popen[bytes]]:
    # Not in a group of its own, so that Ctrl-C reaches it as well.
    command: list[str | Path] = [sys.executable, "-u", "-m", "pytest", *files, *arguments]
    with subprocess.Popen(command, stdout=out, stderr=out) as run:
        try:
            yield run
        except KeyboardInterrupt:
            run.wait()  # it was interrupted as well, and ends what it started
            raise
        finally:
            if run.poll() is None:
                run.terminate()
                run.wait()


def _terminated(_signal: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + signal.SIGTERM)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _terminated)
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
