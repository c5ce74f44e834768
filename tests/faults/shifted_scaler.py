"""`lagzero scaler` with a wall clock that a test sets: python -m tests.faults.shifted_scaler FILE FLAG...

The file has the seconds by which the clock is wrong. The monotonic clock is the machine's, as when somebody sets the
time of a machine.
"""

import sys
from datetime import datetime, timedelta
from pathlib import Path

from adapter.process.clock import SystemClock
from scaler.cli.scaler import scaler, start


class ShiftedClock(SystemClock):
    """The machine's clocks, the wall clock wrong by what the file says at that moment."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def now(self) -> datetime:
        return super().now() + timedelta(seconds=float(self._file.read_text()))


def main() -> None:
    file, *flags = sys.argv[1:]
    context = scaler.make_context("scaler", flags)
    sys.exit(start(context.params, ShiftedClock(Path(file))))


if __name__ == "__main__":
    main()
