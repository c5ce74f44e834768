"""What is said beside the algorithm? Transitions, fights, demand that waits, obstacles, and reads that failed."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from adapter.kube.meta import NamespacedName
from scaler.algorithm.decision import Outcome, Withheld
from scaler.algorithm.model import MetricUnavailable, Obstacle, ReplicasWriter, SelectorFault, WriterKind
from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.api.companion import Companion
from scaler.api.kinds import AutoscalerKind
from scaler.api.states import AutoscalerState
from scaler.controller.contest import NO_CONTEST, Contest, Overruling, Sight
from scaler.controller.contest_words import contest_conditions, contest_events, held_back_text
from scaler.controller.farewell import not_held, not_restored
from scaler.controller.marking import Marking
from scaler.controller.obstacles import left_asleep, obstacle_of, rival_event
from scaler.controller.readings import (
    ambiguous_pods,
    external_broken,
    external_missing,
    object_broken,
    pods_metric_broken,
    pods_metric_missing,
    resource_broken,
    resource_missing,
    target_selector,
)
from scaler.controller.reconcile import Sync
from scaler.controller.transitions import transition_events
from scaler.controller.waiting import NOTHING_WAITS, Waiting
from scaler.controller.waiting_words import reason_of, waiting_conditions, waiting_events, why_it_waits
from tests.golden.cases import CASES
from tests.golden.odd import LAG, QUEUE
from tests.golden.said import conditions, events
from tests.golden.standings import standings
from tests.golden.syncs import sync
from tests.support.builders import OURS, after, observation, spec
from tests.support.metric_builders import NOW, cpu, external_average

ARGO = ReplicasWriter(kind=WriterKind.OTHER, manager="argocd-controller", at=after(-30))
NOBODY = ReplicasWriter(kind=WriterKind.UNKNOWN)
CAUSE = "connection refused"
OTHER = AutoscalerId(kind=AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, key=NamespacedName("jobs", "web"))
THIRD = AutoscalerId(kind=AutoscalerKind.ZERO_POD_AUTOSCALER, key=NamespacedName("jobs", "batch"))
KEY = NamespacedName("jobs", "worker")

# What it is called, the state before, and the sync that found another one.
Change = tuple[str, AutoscalerState | None, Sync]
Wait = tuple[str, Sync, Outcome]


def transitions() -> Iterator[str]:
    """Each state that a workload can come from and go to."""
    woken_by_hand = sync(observation(external_average(60), spec_replicas=1, replicas_writer=ARGO))
    woken_by_nobody = sync(observation(external_average(60), spec_replicas=2, replicas_writer=NOBODY))
    changes: tuple[Change, ...] = (
        ("to zero", AutoscalerState.ACTIVE, CASES["to-zero"]),
        ("woken", AutoscalerState.SCALED_TO_ZERO, CASES["woken"]),
        ("woken by hand", AutoscalerState.SCALED_TO_ZERO, woken_by_hand),
        ("paused by hand", AutoscalerState.ACTIVE, CASES["paused-by-hand"]),
        ("paused by annotation", AutoscalerState.ACTIVE, CASES["paused-explicitly"]),
        ("paused by somebody's annotation", AutoscalerState.ACTIVE, CASES["paused-by-somebody"]),
        ("resumed by hand", AutoscalerState.PAUSED, woken_by_nobody),
        ("resumed by annotation", AutoscalerState.PAUSED_EXPLICITLY, CASES["scaled-up"]),
    )
    for name, before, done in changes:
        told = transition_events(before, done.observation, done.decision, done.outcome)
        yield from (f"{name}: {text}" for text in events(told))


def fights() -> Iterator[str]:
    """By one who is noted, by one who isn't, and by another of ours; and when it is over."""
    asks = spec(external_average(90))
    for name, writer in (("noted", ARGO), ("not noted", NOBODY), ("of ours", OURS)):
        contest = _fight(writer)
        yield from (f"{name}: {text}" for text in events(contest_events(NO_CONTEST, contest, asks)))
        yield from (f"{name}: {text}" for text in conditions(contest_conditions(NO_CONTEST, contest, asks)))
        yield f"{name}: a write waits: {held_back_text(contest)}"
    yield f"found at a start: a write waits: {held_back_text(Contest(since=NOW))}"
    yield from (f"over: {text}" for text in conditions(contest_conditions(_fight(ARGO), NO_CONTEST, asks)))


def _fight(writer: ReplicasWriter) -> Contest:
    found = Overruling(at=NOW, ours=5, found=Sight(count=2, writer=writer))
    return Contest(since=after(-90), overrulings=(replace(found, at=after(-90)), found), last_answer=NOW)


def waits() -> Iterator[str]:
    """On each kind of pause, on each kind of sleeper, and when it is over."""
    waiting = Waiting(since=after(-600), metric="lag", is_told=True)
    names = (
        "paused-by-hand",
        "paused-explicitly",
        "paused-by-somebody",
        "refused-to-wake",
        "nothing-readable",
        "asleep",
    )
    told: list[Wait] = [(name, CASES[name], CASES[name].outcome) for name in names]
    told.append(("held back", CASES["refused-to-wake"], Withheld(because=held_back_text(_fight(ARGO)))))
    told.append(("obstructed", CASES["obstructed"], CASES["obstructed"].outcome))
    for name, done, outcome in told:
        because = why_it_waits(done.observation, done.decision, outcome)
        reason = reason_of(done.decision)
        yield from (f"{name}: {text}" for text in events(waiting_events(NOTHING_WAITS, waiting, reason, because)))
        updates = waiting_conditions(NOTHING_WAITS, waiting, reason, because)
        yield from (f"{name}: {text}" for text in conditions(updates))
    over = waiting_conditions(waiting, NOTHING_WAITS, reason_of(CASES["asleep"].decision), "")
    yield from (f"over: {text}" for text in conditions(over))


def obstacles() -> Iterator[str]:
    """What has to be put right, by whoever wrote the autoscaler."""
    asked: Mapping[str, Companion] = {
        "handed back": Companion(asked=None, min_replicas=1),
        "another value": Companion(asked="1", min_replicas=1),
        "with the gate on": Companion(asked="0", min_replicas=0),
    }
    yield _told("one rival", obstacle_of(_autoscaler(), [OTHER]))
    yield _told("two rivals", obstacle_of(_autoscaler(), [OTHER, THIRD]))
    yield _told("unreadable", obstacle_of(replace(_autoscaler(), fault="spec.maxReplicas: no number"), []))
    for name, companion in asked.items():
        yield _told(name, obstacle_of(replace(_autoscaler(), companion=companion), []))
    blind = replace(_autoscaler(), spec=spec(cpu({})), companion=Companion(asked="0", min_replicas=1))
    unseen = obstacle_of(blind, [])
    yield _told("no demand", unseen)
    yield _told("no demand, asleep", unseen and left_asleep(unseen, blind))
    yield from events([rival_event(_autoscaler()), not_restored(_autoscaler(), CAUSE), not_held(_autoscaler(), CAUSE)])


def _told(name: str, obstacle: Obstacle | None) -> str:
    assert obstacle is not None
    return f"{name}: {obstacle.reason}: {obstacle.message}"


def _autoscaler() -> Autoscaler:
    return Autoscaler(
        kind=AutoscalerKind.ZERO_POD_AUTOSCALER,
        key=KEY,
        uid="uid-1",
        generation=1,
        resource_version="10",
        spec=spec(external_average(90)),
    )


def marks() -> Iterator[str]:
    """Pods to go that could not be told apart, before a scale-in that waits for it and before one that doesn't."""
    yield from events(Marking(because=CAUSE, waits=True).events)
    yield from events(Marking(because=CAUSE).events)


def reads() -> Iterator[str]:
    """What stands in a condition when a read has failed."""
    faults: tuple[MetricUnavailable | SelectorFault | object, ...] = (
        external_broken("jobs", LAG, CAUSE),
        external_missing("jobs", LAG),
        object_broken("jobs", QUEUE, LAG, CAUSE),
        pods_metric_broken(LAG, CAUSE),
        pods_metric_missing(LAG),
        resource_broken("cpu", CAUSE),
        resource_missing("cpu"),
        ambiguous_pods("app=worker", [THIRD, OTHER]),
        target_selector(""),
        target_selector("app in"),
    )
    for fault in faults:
        assert isinstance(fault, MetricUnavailable | SelectorFault)
        yield fault.message
        if isinstance(fault, SelectorFault):
            yield f"  {fault.condition_reason}: {fault.condition_message}"


BESIDE = {
    "transitions": transitions,
    "fights": fights,
    "waits": waits,
    "obstacles": obstacles,
    "marks": marks,
    "reads": reads,
    "standings": standings,
}
