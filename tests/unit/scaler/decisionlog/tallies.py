"""A tally that can be read."""

from dataclasses import dataclass


@dataclass(slots=True)
class Counted:
    """How many records were written and lost."""

    written: int = 0
    lost: int = 0

    def record_written(self) -> None:
        self.written += 1

    def record_lost(self) -> None:
        self.lost += 1
