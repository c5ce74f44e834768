"""How does a golden case come about? One sync on what was seen, by the algorithm, with what became of its write."""

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, NotNeeded, Outcome, Rejected
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import AlgorithmSettings, Observation
from scaler.algorithm.settle import settle
from scaler.controller.reconcile import Sync
from tests.support.builders import SETTINGS

REFUSED = 'Operation cannot be fulfilled on deployments.apps "worker": the object has been modified'


def sync(
    seen: Observation,
    remembered: Memory | None = None,
    outcome: Outcome | None = None,
    settings: AlgorithmSettings = SETTINGS,
) -> Sync:
    """What a sync comes to; a write that it makes is accepted unless `outcome` says otherwise."""
    before = Memory.empty() if remembered is None else remembered
    decision = decide(seen, before, settings)
    usual = NotNeeded() if decision.rescale is None else Accepted(rescale=decision.rescale)
    became = usual if outcome is None else outcome
    settled = settle(decision, became, seen, settings)
    return Sync(observation=seen, memory=before, settings=settings, decision=settled, outcome=became)


def rejected(seen: Observation, remembered: Memory) -> Sync:
    rescale = decide(seen, remembered, SETTINGS).rescale
    assert rescale is not None
    return sync(seen, remembered, Rejected(rescale=rescale, message=REFUSED))
