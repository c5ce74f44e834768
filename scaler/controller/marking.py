"""Which Pods should go with a scale-in, and which marks does that take? The least busy, by as few as can be. Pure.

A mark is the deletion cost of `OUR_COST`. Kubernetes still takes Pods that aren't ready before all others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scaler.algorithm.decision import Event, EventType
from scaler.algorithm.model import Pod
from scaler.api.conditions import OwnReason
from scaler.api.deletion_cost import OUR_COST, cost_of
from scaler.api.types import Milli

_OVER: Final = frozenset({"Succeeded", "Failed"})
_NO_WORK: Final = Milli(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkByPod:
    """Work in flight by the Pod that its series name; `nameless` is that of series which name none."""

    by_pod: Mapping[str, Milli]
    nameless: Milli = _NO_WORK


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Names of Pods to be marked, and of those whose mark is to be taken off."""

    put: tuple[str, ...] = ()
    taken_off: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.put) + len(self.taken_off)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marking:
    """What came of a sync's marking. `because` says why the Pods to go could not be told apart; empty if they could.

    It `waits` where the next look may do better, and the count then too.
    """

    because: str = ""
    waits: bool = False

    @property
    def events(self) -> tuple[Event, ...]:
        if not self.because:
            return ()
        what = "the scale-in waits" if self.waits else "the scale-in goes on, and may take a busy one"
        text = f"the Pods that are least busy could not be marked, so {what}: {self.because}"
        return (Event(type=EventType.WARNING, reason=OwnReason.PODS_NOT_MARKED, message=text),)


NOTHING_MARKED: Final = Marking()


def marks_for(pods: Sequence[Pod], work: Mapping[str, Milli], *, current: int, desired: int) -> Marks:
    """What to write before the count goes from `current` to `desired`: never more than Pods go.

    A Pod that no series names is idle. Among equals one goes that isn't ready, or else has its mark already, or else
    by name. A cost that somebody else wrote stays, and a lower one than ours takes its Pod first. Where no choice is
    left, nothing is written. Where there are too few writes for both, a busy Pod's old mark goes first.
    """
    there = [pod for pod in pods if not pod.deleting and pod.phase not in _OVER]
    ours = [pod for pod in there if pod.deletion_cost in {"", OUR_COST}]
    outranking = sum(cost_of(pod.deletion_cost) < cost_of(OUR_COST) for pod in there)
    going = min(current, len(there)) - desired - outranking
    if desired == 0 or not 0 < going < len(ours) or _are_equal(ours, work):
        return Marks()
    least_busy = sorted(ours, key=lambda pod: (work.get(pod.name, 0), _is_ready(pod), not _is_marked(pod), pod.name))
    fresh = [pod.name for pod in least_busy[:going] if not _is_marked(pod)]
    stale = [pod.name for pod in least_busy[going:] if _is_marked(pod)]
    busiest = tuple(reversed(stale))[:going]
    return Marks(put=tuple(fresh[: going - len(busiest)]), taken_off=busiest)


def _are_equal(pods: Sequence[Pod], work: Mapping[str, Milli]) -> bool:
    return len({work.get(pod.name, 0) for pod in pods}) == 1


def _is_marked(pod: Pod) -> bool:
    return pod.deletion_cost == OUR_COST


def _is_ready(pod: Pod) -> bool:
    return pod.ready is not None and pod.ready.status == "True"
