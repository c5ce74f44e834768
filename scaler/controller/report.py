"""Say what was decided and done: status, events, log. The only caller of `Statuses.write`."""

from dataclasses import replace
from datetime import datetime

import structlog

from scaler.algorithm.decision import Accepted, Event, Outcome, Rejected
from scaler.algorithm.model import Deviation
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.targets import targets_text
from scaler.controller.beside import Beside
from scaler.controller.companions import companion_events, companion_status
from scaler.controller.memories import Recalled
from scaler.controller.obstacles import rival_event
from scaler.controller.ports import NotWritten, Ports
from scaler.controller.remembered import memory_in_status
from scaler.controller.shown import shown_state
from scaler.controller.status import next_status, with_claim
from scaler.controller.sync import Sync

log = structlog.get_logger()


async def report(
    autoscaler: Autoscaler, recalled: Recalled, sync: Sync, said: Beside, ports: Ports
) -> AutoscalerStatus | None:
    """Write the status that follows the recalled one, if it differs; the one that was written, None if none was."""
    _log(autoscaler, sync.outcome)
    status, now = recalled.status, sync.observation.now
    following = _following(autoscaler, status, sync, said)
    answer = None
    if following != status:
        answer = await ports.statuses.write(replace(autoscaler, status=status), following)
    told = _to_tell(autoscaler, status, sync)
    await ports.events.publish(autoscaler, (*told, *sync.marking.events, *said.events), now)
    if told and sync.observation.obstacle is not None:
        await _tell_strangers(autoscaler, ports, now)
    if answer is None:
        return None
    if isinstance(answer, NotWritten):
        log.warning("could not write status", autoscaler=str(autoscaler.id), reason=answer.message)
        return None
    return following


async def _tell_strangers(autoscaler: Autoscaler, ports: Ports, now: datetime) -> None:
    """A stock autoscaler's conditions are its own controller's, so it gets an event, as often as ours gets one."""
    for stranger in ports.rivals.strangers(autoscaler):
        await ports.events.publish(stranger, (rival_event(autoscaler),), now)


def _following(autoscaler: Autoscaler, status: AutoscalerStatus, sync: Sync, said: Beside) -> AutoscalerStatus:
    """Of a companion's status only our own part, else all of it."""
    decision, seen = sync.decision, sync.observation
    if autoscaler.companion is not None:
        return companion_status(autoscaler, autoscaler.companion, status, decision, seen, said.conditions)
    told = replace(decision, conditions=(*decision.conditions, *said.conditions))
    following = next_status(status, told, sync.outcome, now=seen.now, generation=autoscaler.generation)
    reference, state = autoscaler.spec.scale_target_ref, shown_state(sync, said.notes.contest)
    knows_whose = sync.settings.scale_to_zero and sync.settings.has(Deviation.OWNER_OF_ZERO)
    claim = decision.memory.activation.scaled_to_zero if knows_whose else None
    return replace(
        following,
        conditions=with_claim(following.conditions, claim, seen.now),
        state=following.state if state is None else state.value,
        memory=memory_in_status(decision.memory, seen.now),
        reference=f"{reference.kind}/{reference.name}",
        targets=targets_text(autoscaler.spec.metrics, following.current_metrics),
    )


def _to_tell(autoscaler: Autoscaler, status: AutoscalerStatus, sync: Sync) -> tuple[Event, ...]:
    """An obstacle is told when it is met, by whoever is told of it; its condition stands until it is gone."""
    decision, obstacle = sync.decision, sync.observation.obstacle
    if obstacle is not None:
        known = {(condition.reason, condition.message) for condition in status.conditions}
        return () if (obstacle.reason, obstacle.message) in known else decision.events
    return decision.events if autoscaler.companion is None else companion_events(decision, sync.outcome)


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
