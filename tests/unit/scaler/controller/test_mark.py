"""Claims about `scaler.controller.mark`: when Pods are marked, and what it means that they could not be."""

from dataclasses import dataclass, field, replace

import pytest
from structlog.testing import capture_logs

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Decision, Rescale
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import MetricUnavailable, PodsReading, SelectorFault
from scaler.api.autoscaler import Autoscaler
from scaler.api.types import CrossVersionObjectReference, ExternalMetricSource, Milli, Mode, ZeroSpec
from scaler.controller.contest import NO_CONTEST, Contest
from scaler.controller.mark import mark
from scaler.controller.marking import NOTHING_MARKED, Marking, Marks, WorkByPod
from scaler.controller.observe import Seen
from scaler.controller.ports import NotMarked, Target
from tests.support.builders import SETTINGS, after, observation, spec
from tests.support.fake_marks import FakePodMarks, FakePodWork, work_of
from tests.support.metric_builders import NOW, external_average, pod
from tests.unit.scaler.controller.seen import autoscaler, target, world

BACKLOG = external_average(0)
JOBS = external_average(2, target=1, name="jobs_running")
PODS = tuple(pod(name) for name in "abcde")
DOWN = Rescale(current=5, desired=2, reason="because")
REFUSED = NotMarked(message="pods is forbidden", for_good=True)
UNREAD = MetricUnavailable(message="the source is down")
NO_PODS = SelectorFault(reason="FailedGetPods", condition_reason="", condition_message="", message="no pods to be had")


def zero(pod_label: str | None = "pod", mode: Mode = Mode.ACTIVE) -> ZeroSpec:
    assert isinstance(JOBS.spec, ExternalMetricSource)
    return ZeroSpec(in_flight=JOBS.spec, in_flight_pod_label=pod_label, mode=mode)


@dataclass(slots=True, kw_only=True)
class Marker:
    """One attempt to mark, in a world where two of five Pods are busy."""

    rescale: Rescale | None = DOWN
    zero: ZeroSpec = field(default_factory=zero)
    target: Target | None = field(default_factory=lambda: target(5))
    contest: Contest = NO_CONTEST
    most: int = 10
    deleted: bool = False
    whole_range: bool = True
    pods: PodsReading = PODS
    work: FakePodWork = field(default_factory=lambda: FakePodWork(work=work_of({"b": 1, "d": 1, "e": 0})))
    marks: FakePodMarks = field(default_factory=FakePodMarks)

    async def mark(self) -> Marking:
        made = world(BACKLOG)
        made.pods.pods = self.pods
        ports = replace(made.ports, pod_work=self.work, pod_marks=self.marks)
        return await mark(self._autoscaler(), self._decision(), self._seen(), self.contest, ports)

    def _autoscaler(self) -> Autoscaler:
        wanted = autoscaler(spec(BACKLOG, min_replicas=0, max_replicas=self.most, zero=self.zero))
        return replace(wanted, deleting=NOW) if self.deleted else wanted

    def _decision(self) -> Decision:
        return replace(decide(observation(BACKLOG), Memory.empty(), SETTINGS), rescale=self.rescale)

    def _seen(self) -> Seen:
        return Seen(observation=observation(BACKLOG, zero=self.zero), target=self.target, whole_range=self.whole_range)


async def test_before_a_scale_in_the_idle_pods_are_marked() -> None:
    made = Marker()
    assert (NOTHING_MARKED, [Marks(put=("a", "c", "e"))]) == (await made.mark(), made.marks.writes)


async def test_work_is_asked_for_by_the_label() -> None:
    made = Marker()
    await made.mark()
    assert [("jobs", "jobs_running", "pod")] == made.work.asked


@pytest.mark.parametrize(
    "made",
    [
        Marker(rescale=None),
        Marker(rescale=Rescale(current=5, desired=7, reason="")),
        Marker(rescale=Rescale(current=0, desired=3, reason="")),
        Marker(rescale=Rescale(current=5, desired=0, reason="")),
        Marker(target=None),
        Marker(zero=ZeroSpec()),
        Marker(zero=zero(pod_label=None)),
        Marker(zero=zero(mode=Mode.SHADOW)),
        Marker(deleted=True),
        Marker(whole_range=False),
        Marker(contest=Contest(since=after(-120), wrote_at=after(-1))),
        Marker(target=replace(target(5), reference=CrossVersionObjectReference(kind="StatefulSet", name="w"))),
    ],
    ids=[
        *("nothing is written", "more come", "it wakes", "all go", "unseen", "no work", "no label", "shadow"),
        *("being deleted", "a companion", "a fight", "a stateful set"),
    ],
)
async def test_where_nobody_is_to_be_chosen_nothing_is_even_asked(made: Marker) -> None:
    assert (NOTHING_MARKED, [], []) == (await made.mark(), made.work.asked, made.marks.writes)


async def test_where_all_are_idle_nothing_is_written() -> None:
    made = Marker(work=FakePodWork())
    assert (NOTHING_MARKED, []) == (await made.mark(), made.marks.writes)


@pytest.mark.parametrize(
    ("made", "because"),
    [
        (Marker(marks=FakePodMarks(refusal=NotMarked(message="out of time"))), "out of time"),
        (Marker(work=FakePodWork(work=UNREAD)), "the source is down"),
        (Marker(pods=NO_PODS), "no pods to be had"),
    ],
    ids=["no answer", "no metric", "no pods"],
)
async def test_what_another_look_may_cure_is_waited_for(made: Marker, because: str) -> None:
    assert Marking(because=because, waits=True) == await made.mark()


async def test_for_a_right_that_is_missing_nothing_waits() -> None:
    assert Marking(because="pods is forbidden") == await Marker(marks=FakePodMarks(refusal=REFUSED)).mark()


async def test_for_a_label_that_no_series_has_nothing_waits() -> None:
    made = Marker(work=FakePodWork(work=WorkByPod(by_pod={}, nameless=Milli(2000))))
    because = "no series of jobs_running has the label pod (spec.zero.inFlight.podLabel)"
    assert (Marking(because=because), []) == (await made.mark(), made.marks.writes)


async def test_a_count_above_the_most_there_may_be_never_waits() -> None:
    assert Marking(because="the source is down") == await Marker(work=FakePodWork(work=UNREAD), most=4).mark()


async def test_a_failure_is_logged() -> None:
    with capture_logs() as logs:
        await Marker(work=FakePodWork(work=UNREAD)).mark()
    (entry,) = logs
    assert ("could not mark pods", "jobs/worker", "the source is down", True) == (
        entry["event"],
        entry["autoscaler"],
        entry["reason"],
        entry["waits"],
    )
