"""Claims about whole syncs that mark Pods: the marks come before the count, and the count waits where it should."""

from dataclasses import dataclass, field, replace

from scaler.algorithm.decision import Accepted, Rescale, Withheld
from scaler.api.types import ExternalMetricSource, ZeroSpec
from scaler.controller.marking import Marks
from scaler.controller.memories import Memories
from scaler.controller.ports import NotMarked
from scaler.controller.reconcile import Sync, reconcile
from tests.support.builders import SETTINGS, behavior, spec
from tests.support.clock import ManualClock
from tests.support.fake_marks import FakePodMarks, FakePodWork, work_of
from tests.support.fakes import FakeScales, FakeWorld
from tests.support.metric_builders import external_average, pod
from tests.unit.scaler.controller.seen import autoscaler, reasons, target, world

BACKLOG = external_average(0)
JOBS = external_average(2, target=1, name="jobs_running")


@dataclass(slots=True)
class OrderedMarks(FakePodMarks):
    """Notes how many counts had been written when the marks came."""

    scales: FakeScales = field(default_factory=FakeScales)
    counts_before: list[int] = field(default_factory=list)

    async def write(self, namespace: str, marks: Marks) -> NotMarked | None:
        self.counts_before.append(len(self.scales.writes))
        return await FakePodMarks.write(self, namespace, marks)


async def scaled_in(marks: FakePodMarks, made: FakeWorld) -> Sync:
    """Two syncs, with the window between them; the second one scales in."""
    assert isinstance(JOBS.spec, ExternalMetricSource)
    zero = ZeroSpec(in_flight=JOBS.spec, in_flight_pod_label="pod")
    wanted = autoscaler(spec(BACKLOG, min_replicas=0, behavior=behavior(), zero=zero))
    made.pods.pods = tuple(pod(name) for name in "abcde")
    work = FakePodWork(work=work_of({"b": 1, "d": 1}))
    ports = replace(made.ports, pod_work=work, pod_marks=marks)
    memories, clock = Memories(), ManualClock()
    await reconcile(wanted, ports, memories, SETTINGS, clock)
    await clock.advance(400)
    return await reconcile(wanted, ports, memories, SETTINGS, clock)


async def test_pods_are_marked_before_the_count_is_written() -> None:
    made = world(BACKLOG, JOBS, has=target(5))
    marks = OrderedMarks(scales=made.scales)
    done = await scaled_in(marks, made)
    assert ([Marks(put=("a", "c", "e"))], [0], [2]) == (
        marks.writes,
        marks.counts_before,
        [write.desired for write in made.scales.writes],
    )
    assert isinstance(done.outcome, Accepted)


async def test_while_they_cannot_be_marked_the_count_stays_and_that_is_told() -> None:
    made = world(BACKLOG, JOBS, has=target(5))
    done = await scaled_in(FakePodMarks(refusal=NotMarked(message="out of time")), made)
    assert ([], Withheld(because="out of time")) == (made.scales.writes, done.outcome)
    assert ["PodsNotMarked"] == [reason for reason in reasons(made.events.published) if reason == "PodsNotMarked"]


async def test_where_they_never_can_be_the_count_is_written_and_that_is_told_too() -> None:
    made = world(BACKLOG, JOBS, has=target(5))
    done = await scaled_in(FakePodMarks(refusal=NotMarked(message="forbidden", for_good=True)), made)
    assert isinstance(done.outcome, Accepted)
    assert ([(5, 2)], True) == (
        [ends(each) for each in made.scales.writes],
        "PodsNotMarked" in reasons(made.events.published),
    )


def ends(rescale: Rescale) -> tuple[int, int]:
    return rescale.current, rescale.desired
