"""The sync that these tests write down: four replicas wanted where there are three."""

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, Outcome
from scaler.algorithm.model import AlgorithmSettings
from scaler.algorithm.settle import settle
from scaler.controller.reconcile import Sync
from tests.support.builders import HUMAN, SETTINGS, behavior, memory, observation
from tests.support.metric_builders import cpu, external_average, ready_pods, unavailable


def sync(outcome: Outcome | None = None, *, settings: AlgorithmSettings = SETTINGS) -> Sync:
    """One with every kind of value in it; its write is accepted unless `outcome` says otherwise."""
    metrics = (external_average(120), unavailable(external_average(1, name="other")), cpu({"pod-0": 60}))
    seen = observation(
        *metrics, spec_replicas=3, min_replicas=0, pods=ready_pods(3), replicas_writer=HUMAN, behavior=behavior()
    )
    remembered = memory(recommendations=[(10, 3)], added=[(20, 1)])
    decision = decide(seen, remembered, settings)
    assert decision.rescale is not None
    happened = outcome or Accepted(rescale=decision.rescale)
    return Sync(
        observation=seen,
        memory=remembered,
        settings=settings,
        decision=settle(decision, happened, seen, settings),
        outcome=happened,
    )
