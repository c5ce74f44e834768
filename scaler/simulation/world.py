"""What is the simulated world like right now? One autoscaler, its target, and what is broken at the moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scaler.algorithm.decision import Event
from scaler.algorithm.model import ReplicasWriter, WriterKind
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.types import ContainerResourceMetricSource
from scaler.simulation.clock import VirtualClock
from scaler.simulation.happenings import Edit
from scaler.simulation.moments import Millis
from scaler.simulation.pods import NO_CONTAINER, Replicas
from scaler.simulation.scenario import Scenario

OURS = "lagzero-scaler"
_NEVER = Millis(0)
_KINDS = {OURS: WriterKind.OURS, "kube-controller-manager": WriterKind.STOCK}


@dataclass(frozen=True, slots=True, kw_only=True)
class CountSince:
    """From `at` on, `spec.replicas` was this, by this writer."""

    at: Millis
    replicas: int
    by: str


@dataclass(slots=True, kw_only=True)
class World:
    """Everything that an API server would hold. `counts` is the history of `spec.replicas`, from before 0 s."""

    scenario: Scenario
    clock: VirtualClock
    autoscaler: Autoscaler
    pods: Replicas
    counts: list[CountSince]
    writer: ReplicasWriter
    annotations: dict[str, str] = field(default_factory=dict)
    status_replicas: int | None = None
    writes_fail_until: Millis = _NEVER
    reads_fail_until: Millis = _NEVER
    version: int = 1
    published: list[Event] = field(default_factory=list)
    autoscaler_is_gone: bool = False

    @property
    def now(self) -> Millis:
        return self.clock.at

    @property
    def spec_replicas(self) -> int:
        return self.counts[-1].replicas

    @property
    def selector(self) -> str:
        """The target's, in its string form."""
        return f"app={self.pods.name}"

    def write_replicas(self, replicas: int, by: str) -> None:
        """Somebody writes the count: from now on it is theirs, even if it is what it was."""
        self.version += 1
        self.writer = writer_of(by, self.clock)
        self.counts.append(CountSince(at=self.now, replicas=replicas, by=by))
        self.pods.resize(replicas, self.now)

    def write_autoscaler(self, changed: Autoscaler) -> None:
        self.version += 1
        self.autoscaler = replace(changed, resource_version=str(self.version))

    def delete_autoscaler(self) -> None:
        """A finalizer holds it."""
        self.write_autoscaler(replace(self.autoscaler, deleting=self.clock.now().replace(microsecond=0)))
        self.autoscaler_is_gone = not self.autoscaler.finalizers

    def write_finalizers(self, finalizers: tuple[str, ...]) -> None:
        """Without one, what was deleted is gone."""
        self.write_autoscaler(replace(self.autoscaler, finalizers=finalizers))
        self.autoscaler_is_gone = self.autoscaler.deleting is not None and not finalizers

    def write_status(self, status: AutoscalerStatus) -> None:
        self.write_autoscaler(replace(self.autoscaler, status=status))


def world_at_start(scenario: Scenario, clock: VirtualClock) -> World:
    """The world a moment before 0 s."""
    workload = scenario.workload
    pods = Replicas(
        workload=workload,
        name=scenario.autoscaler.spec.scale_target_ref.name,
        containers=_containers(scenario) or (NO_CONTAINER,),
    )
    pods.at_start(workload.replicas)
    return World(
        scenario=scenario,
        clock=clock,
        autoscaler=replace(scenario.autoscaler, resource_version="1"),
        pods=pods,
        counts=[CountSince(at=Millis(-1), replicas=workload.replicas, by=workload.writer)],
        writer=writer_of(workload.writer, clock),
    )


def _containers(scenario: Scenario) -> tuple[str, ...]:
    """Every container that a metric of the spec asks for, now or after an edit."""
    specs = [scenario.autoscaler.spec, *(step.what.spec for step in scenario.steps if isinstance(step.what, Edit))]
    sources = [metric for spec in specs for metric in spec.metrics if isinstance(metric, ContainerResourceMetricSource)]
    return tuple(dict.fromkeys(source.container for source in sources))


def writer_of(manager: str, clock: VirtualClock) -> ReplicasWriter:
    """As managedFields tell it: the manager's name, and whole seconds."""
    at = clock.now().replace(microsecond=0)
    return ReplicasWriter(kind=_KINDS.get(manager, WriterKind.OTHER), manager=manager, at=at)


def with_changes(annotations: Mapping[str, str], changes: Mapping[str, str | None]) -> dict[str, str]:
    merged = {**annotations, **changes}
    return {name: value for name, value in merged.items() if value is not None}
