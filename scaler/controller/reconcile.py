"""One sync of one autoscaler: observe, decide, act, report."""

from dataclasses import dataclass

from adapter.process.clock import Clock
from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Decision, Outcome
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import AlgorithmSettings, Observation
from scaler.algorithm.settle import settle
from scaler.api.autoscaler import Autoscaler
from scaler.controller.act import act
from scaler.controller.memories import Memories
from scaler.controller.observe import observe
from scaler.controller.ports import Ports
from scaler.controller.report import report


@dataclass(frozen=True, slots=True, kw_only=True)
class Sync:
    """What one sync saw, was given to remember, decided and did."""

    observation: Observation
    memory: Memory
    settings: AlgorithmSettings
    decision: Decision
    outcome: Outcome


async def reconcile(
    autoscaler: Autoscaler, ports: Ports, memories: Memories, settings: AlgorithmSettings, clock: Clock
) -> Sync:
    """All I/O of a sync stands here, in order; everything in between is arithmetic."""
    now = clock.now()
    recalled = memories.recall(autoscaler, now)
    seen = await observe(autoscaler, recalled.memory, now, ports, settings)  # a failed read is a value
    decision = decide(seen.observation, recalled.memory, settings)
    outcome = await act(decision, seen, ports.scales)  # the only writer of /scale
    settled = settle(decision, outcome, seen.observation, settings)  # only an accepted write counts as a scale event
    memories.keep(autoscaler, settled.memory, None)
    written = await report(autoscaler, recalled, settled, outcome, seen.observation, ports)
    memories.keep(autoscaler, settled.memory, written)
    return Sync(
        observation=seen.observation,
        memory=recalled.memory,
        settings=settings,
        decision=settled,
        outcome=outcome,
    )
