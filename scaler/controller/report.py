"""Say what was decided and done: status, events, log. The only caller of `Statuses.write`."""

from dataclasses import replace
from datetime import datetime

import structlog

from scaler.algorithm.decision import Accepted, Decision, Outcome, Rejected
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.targets import targets_text
from scaler.controller.ports import NotWritten, Ports
from scaler.controller.remembered import memory_in_status
from scaler.controller.status import next_status

log = structlog.get_logger()


async def report(
    autoscaler: Autoscaler, status: AutoscalerStatus, decision: Decision, outcome: Outcome, now: datetime, ports: Ports
) -> AutoscalerStatus | None:
    """Write the status that follows `status`, if it differs; the one that was written, None if none was."""
    _log(autoscaler, outcome)
    following = next_status(status, decision, outcome, now=now, generation=autoscaler.generation)
    reference = autoscaler.spec.scale_target_ref
    following = replace(
        following,
        memory=memory_in_status(decision.memory),
        reference=f"{reference.kind}/{reference.name}",
        targets=targets_text(autoscaler.spec.metrics, following.current_metrics),
    )
    answer = None if following == status else await ports.statuses.write(autoscaler, following)
    await ports.events.publish(autoscaler, decision.events, now)
    if answer is None:
        return None
    if isinstance(answer, NotWritten):
        log.warning("could not write status", autoscaler=str(autoscaler.key), reason=answer.message)
        return None
    return following


def _log(autoscaler: Autoscaler, outcome: Outcome) -> None:
    if isinstance(outcome, Accepted):
        moved = outcome.rescale
        log.info(
            "scaled target",
            autoscaler=str(autoscaler.key),
            current=moved.current,
            desired=moved.desired,
            reason=moved.reason,
        )
    elif isinstance(outcome, Rejected):
        log.warning("could not scale target", autoscaler=str(autoscaler.key), reason=outcome.message)
