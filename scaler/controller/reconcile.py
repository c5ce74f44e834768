"""One sync of one autoscaler: observe, decide, act, report."""

from adapter.process.clock import Clock
from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Outcome, Withheld
from scaler.algorithm.model import AlgorithmSettings
from scaler.algorithm.settle import settle
from scaler.api.autoscaler import Autoscaler
from scaler.controller.act import act
from scaler.controller.beside import USUAL, Vigilance, beside, watch_of
from scaler.controller.caught_up import caught_up
from scaler.controller.farewell import bid_farewell
from scaler.controller.finalizing import hold, let_go
from scaler.controller.mark import mark
from scaler.controller.memories import Memories
from scaler.controller.observe import observe
from scaler.controller.ports import Ports
from scaler.controller.report import report
from scaler.controller.sync import Sync

__all__ = ["Sync", "reconcile"]


async def reconcile(
    autoscaler: Autoscaler,
    ports: Ports,
    memories: Memories,
    settings: AlgorithmSettings,
    clock: Clock,
    vigilance: Vigilance = USUAL,
) -> Sync:
    """All I/O of a sync stands here, in order; everything in between is arithmetic."""
    now = memories.now(clock)
    recalled = memories.recall(autoscaler, now)
    seen = await observe(autoscaler, recalled.memory, now, ports, settings)  # a failed read is a value
    recalled = caught_up(recalled, seen)  # a write of ours whose answer nobody was there to take
    decision = decide(seen.observation, recalled.memory, settings)
    watch = watch_of(recalled.notes, seen, settings, vigilance)
    await hold(autoscaler, decision, seen, ports)
    marking = await mark(autoscaler, decision, seen, watch.contest, ports)
    memories.about_to_write(autoscaler.id)
    if marking.waits:
        outcome: Outcome = Withheld(because=marking.because)
    elif autoscaler.deleting is None:
        outcome = await act(decision, seen, ports.scales, watch.contest)  # the only writer of /scale
    else:
        outcome = await bid_farewell(autoscaler, decision, seen, ports.scales)  # but for the last write of all
    settled = settle(decision, outcome, seen.observation, settings)  # only an accepted write counts as a scale event
    sync = Sync(
        observation=seen.observation,
        memory=recalled.memory,
        settings=settings,
        decision=settled,
        outcome=outcome,
        marking=marking,
    )
    memories.keep(autoscaler, settled.memory, None, recalled.notes)
    said = await beside(autoscaler, watch, seen, sync, ports.metrics)
    memories.keep(autoscaler, settled.memory, None, said.notes)
    written = await report(autoscaler, recalled, sync, said, ports)
    memories.keep(autoscaler, settled.memory, written, said.notes)
    await let_go(autoscaler, sync, ports)
    return sync
