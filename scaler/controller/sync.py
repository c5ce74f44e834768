"""What is one sync, once it is over? All that it saw, was given to remember, decided and did."""

from dataclasses import dataclass

from scaler.algorithm.decision import Decision, Outcome
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import AlgorithmSettings, Observation
from scaler.controller.marking import NOTHING_MARKED, Marking


@dataclass(frozen=True, slots=True, kw_only=True)
class Sync:
    """What one sync saw, was given to remember, decided and did; `marking` is what came of marking Pods."""

    observation: Observation
    memory: Memory
    settings: AlgorithmSettings
    decision: Decision
    outcome: Outcome
    marking: Marking = NOTHING_MARKED
