"""Marking Pods without a cluster: the two ports of scaler.controller.ports for it, which keep what they were told."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scaler.algorithm.model import MetricUnavailable
from scaler.api.types import ExternalMetricSource, Milli
from scaler.controller.marking import Marks, WorkByPod
from scaler.controller.ports import NotMarked


def work_of(jobs: Mapping[str, int]) -> WorkByPod:
    """So many jobs of each Pod."""
    return WorkByPod(by_pod={name: Milli(count * 1000) for name, count in jobs.items()})


@dataclass(slots=True)
class FakePodWork:
    """The same work for every metric; `asked` notes namespace, metric and label."""

    work: WorkByPod | MetricUnavailable = field(default_factory=lambda: work_of({}))
    asked: list[tuple[str, str, str]] = field(default_factory=list)

    async def by_pod(
        self, namespace: str, metric: ExternalMetricSource, pod_label: str
    ) -> WorkByPod | MetricUnavailable:
        self.asked.append((namespace, metric.metric.name, pod_label))
        return self.work


@dataclass(slots=True)
class FakePodMarks:
    """Takes all marks, or refuses them."""

    refusal: NotMarked | None = None
    writes: list[Marks] = field(default_factory=list)

    async def write(self, namespace: str, marks: Marks) -> NotMarked | None:
        del namespace
        self.writes.append(marks)
        return self.refusal
