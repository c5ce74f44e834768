"""How often does the loop look, and how much at once?"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopSettings:
    """`workers` run the quick syncs, `slow_workers` those that take more than `quick_seconds`.

    `sync_deadline_seconds` bounds one sync, so that a peer that never answers holds a worker no longer.
    """

    sync_period_seconds: float = 15.0
    wake_interval_seconds: float = 1.0
    workers: int = 32
    slow_workers: int = 64
    quick_seconds: float = 1.0
    sync_deadline_seconds: float = 60.0
