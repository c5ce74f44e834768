"""What does a run add up to? Four numbers by which two policies can be compared."""

from dataclasses import dataclass
from itertools import pairwise

from scaler.algorithm.decision import Accepted, Rescale
from scaler.simulation.moments import Millis, seconds
from scaler.simulation.run import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """`replica_seconds` is what is paid for; `backlog_seconds` is how long more was to do than ready pods should do.

    `wakes` are our writes that leave zero, `changes` all our writes that were taken.
    """

    replica_seconds: float
    wakes: int
    backlog_seconds: float
    changes: int


def totals_of(run: Run) -> Totals:
    writes = [synced.sync.outcome.rescale for synced in run.syncs if isinstance(synced.sync.outcome, Accepted)]
    return Totals(
        replica_seconds=_replica_seconds(run),
        wakes=sum(1 for write in writes if _leaves_zero(write)),
        backlog_seconds=_backlog_seconds(run),
        changes=len(writes),
    )


def _replica_seconds(run: Run) -> float:
    moments = [max(count.at, Millis(0)) for count in run.counts] + [run.scenario.until]
    lengths = [later - earlier for earlier, later in pairwise(moments)]
    return sum(seconds(Millis(length)) * count.replicas for length, count in zip(lengths, run.counts, strict=True))


def _backlog_seconds(run: Run) -> float:
    """What a sync saw is taken to hold until the next one."""
    moments = [synced.at for synced in run.syncs] + [run.scenario.until]
    lengths = [later - earlier for earlier, later in pairwise(moments)]
    held = zip(lengths, run.syncs, strict=True)
    return sum(seconds(Millis(length)) for length, synced in held if synced.demand.above_target)


def _leaves_zero(write: Rescale) -> bool:
    return write.current == 0 and write.desired > 0
