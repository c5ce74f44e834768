"""Mark the Pods that are to go, right before a scale-in is written. The only caller of `PodMarks.write`.

What another look may cure, such as an API server or a metric that doesn't answer, the scale-in waits for: it would take
any Pod, also a busy one. What waiting can't cure, such as a right that is missing, is told, and the scale-in goes on.
A count above `maxReplicas` never waits.
"""

import structlog

from scaler.algorithm.decision import Decision, Rescale
from scaler.algorithm.model import MetricUnavailable, SelectorFault
from scaler.api.autoscaler import Autoscaler
from scaler.api.deletion_cost import heeds_costs
from scaler.api.types import ExternalMetricSource
from scaler.controller.act import held_back
from scaler.controller.contest import Contest
from scaler.controller.marking import NOTHING_MARKED, Marking, marks_for
from scaler.controller.observe import Seen
from scaler.controller.ports import NotMarked, Ports, Target

log = structlog.get_logger()


async def mark(autoscaler: Autoscaler, decision: Decision, seen: Seen, contest: Contest, ports: Ports) -> Marking:
    """Only where `spec.zero.inFlight.podLabel` asks for it, the count will be written, and some Pods stay."""
    rescale, zero = decision.rescale, autoscaler.spec.zero
    if rescale is None or zero.in_flight is None or zero.in_flight_pod_label is None or seen.target is None:
        return NOTHING_MARKED
    if autoscaler.deleting is not None or held_back(decision, seen, contest) is not None:
        return NOTHING_MARKED
    if not 0 < rescale.desired < rescale.current or not _heeds_costs(seen.target):
        return NOTHING_MARKED
    refused = await _marked(zero.in_flight, zero.in_flight_pod_label, rescale, seen.target, ports)
    if refused is None:
        return NOTHING_MARKED
    waits = not refused.for_good and rescale.current <= autoscaler.spec.max_replicas
    log.warning("could not mark pods", autoscaler=str(autoscaler.id), reason=refused.message, waits=waits)
    return Marking(because=refused.message, waits=waits)


def _heeds_costs(target: Target) -> bool:
    return heeds_costs(target.reference.kind, target.reference.api_version)


async def _marked(
    source: ExternalMetricSource, pod_label: str, rescale: Rescale, target: Target, ports: Ports
) -> NotMarked | None:
    work = await ports.pod_work.by_pod(target.namespace, source, pod_label)
    if isinstance(work, MetricUnavailable):
        return NotMarked(message=work.message)
    if work.nameless > 0 and not work.by_pod:
        text = f"no series of {source.metric.name} has the label {pod_label} (spec.zero.inFlight.podLabel)"
        return NotMarked(message=text, for_good=True)
    pods = await ports.pods.read(target.namespace, target.scale.selector)
    if isinstance(pods, SelectorFault):
        return NotMarked(message=pods.message)
    marks = marks_for(pods, work.by_pod, current=rescale.current, desired=rescale.desired)
    return await ports.pod_marks.write(target.namespace, marks) if marks else None
