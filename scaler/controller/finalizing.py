"""Hold an autoscaler while its workload sleeps, and let it go. The only caller of `Finalizers.write`."""

import structlog

from scaler.algorithm.decision import Decision
from scaler.api.autoscaler import FINALIZER, Autoscaler
from scaler.controller.farewell import is_to_hold, letting_go, not_held, not_restored
from scaler.controller.observe import Seen
from scaler.controller.ports import NotWritten, Ports
from scaler.controller.sync import Sync

log = structlog.get_logger()


async def hold(autoscaler: Autoscaler, decision: Decision, seen: Seen, ports: Ports) -> None:
    """Before the write: the finalizer is there first, or nothing would bring a sleeper back; what is awake has none.

    One that can't be set delays no sleep. It is tried again at every look at the sleeper, and only then told.
    """
    held, wanted = FINALIZER in autoscaler.finalizers, is_to_hold(autoscaler, decision)
    if autoscaler.deleting is not None or decision.current is None or held is wanted:
        return
    others = tuple(each for each in autoscaler.finalizers if each != FINALIZER)
    answer = await ports.finalizers.write(autoscaler, (*others, FINALIZER) if wanted else others)
    if isinstance(answer, NotWritten):
        log.warning("could not write the finalizers", autoscaler=str(autoscaler.id), reason=answer.message)
        if wanted and decision.current == 0:
            await ports.events.publish(autoscaler, (not_held(autoscaler, answer.message),), seen.observation.now)


async def let_go(autoscaler: Autoscaler, sync: Sync, ports: Ports) -> None:
    """Of one that is deleted, once there is nothing to restore any more: it runs, somebody paused it, or we give up."""
    letting = letting_go(autoscaler, sync)
    if letting is None:
        return
    if letting.because:
        log.warning("could not restore target", autoscaler=str(autoscaler.id), reason=letting.because)
        event = not_restored(autoscaler, letting.because)
        await ports.events.publish(autoscaler, (event,), sync.observation.now)
    others = tuple(each for each in autoscaler.finalizers if each != FINALIZER)
    answer = await ports.finalizers.write(autoscaler, others)
    if isinstance(answer, NotWritten):
        log.warning("could not write the finalizers", autoscaler=str(autoscaler.id), reason=answer.message)
