"""Say what was decided and done: status, events, log. The only caller of `Statuses.write`."""

from dataclasses import replace

import structlog

from scaler.algorithm.decision import Accepted, Decision, Event, Outcome, Rejected
from scaler.algorithm.model import Observation
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.targets import targets_text
from scaler.controller.companions import companion_events, companion_status
from scaler.controller.memories import Recalled
from scaler.controller.ports import NotWritten, Ports
from scaler.controller.remembered import memory_in_status
from scaler.controller.status import next_status

log = structlog.get_logger()


async def report(
    autoscaler: Autoscaler, recalled: Recalled, decision: Decision, outcome: Outcome, seen: Observation, ports: Ports
) -> AutoscalerStatus | None:
    """Write the status that follows the recalled one, if it differs; the one that was written, None if none was."""
    _log(autoscaler, outcome)
    status = recalled.status
    following = _following(autoscaler, status, decision, outcome, seen)
    known = replace(autoscaler, status=status)
    answer = None if following == status else await ports.statuses.write(known, following)
    await ports.events.publish(autoscaler, _to_tell(autoscaler, status, decision, outcome, seen), seen.now)
    if answer is None:
        return None
    if isinstance(answer, NotWritten):
        log.warning("could not write status", autoscaler=str(autoscaler.id), reason=answer.message)
        return None
    return following


def _following(
    autoscaler: Autoscaler, status: AutoscalerStatus, decision: Decision, outcome: Outcome, seen: Observation
) -> AutoscalerStatus:
    """Of a companion's status only our own part, else all of it."""
    if autoscaler.companion is not None:
        return companion_status(autoscaler, autoscaler.companion, status, decision, seen)
    following = next_status(status, decision, outcome, now=seen.now, generation=autoscaler.generation)
    reference = autoscaler.spec.scale_target_ref
    return replace(
        following,
        memory=memory_in_status(decision.memory),
        reference=f"{reference.kind}/{reference.name}",
        targets=targets_text(autoscaler.spec.metrics, following.current_metrics),
    )


def _to_tell(
    autoscaler: Autoscaler, status: AutoscalerStatus, decision: Decision, outcome: Outcome, seen: Observation
) -> tuple[Event, ...]:
    """An obstacle is told when it is met, by whoever is told of it; its condition stands until it is gone."""
    obstacle = seen.obstacle
    if obstacle is not None:
        known = {(condition.reason, condition.message) for condition in status.conditions}
        return () if (obstacle.reason, obstacle.message) in known else decision.events
    return decision.events if autoscaler.companion is None else companion_events(decision, outcome)


def _log(autoscaler: Autoscaler, outcome: Outcome) -> None:
    if isinstance(outcome, Accepted):
        moved = outcome.rescale
        log.info(
            "scaled target",
            autoscaler=str(autoscaler.id),
            current=moved.current,
            desired=moved.desired,
            reason=moved.reason,
        )
    elif isinstance(outcome, Rejected):
        log.warning("could not scale target", autoscaler=str(autoscaler.id), reason=outcome.message)
