"""How do these tests tell a decision? As `lagzero explain` does from a record, at NOW."""

from collections.abc import Sequence
from datetime import timedelta

from scaler.algorithm.memory import Memory
from scaler.algorithm.model import AlgorithmSettings, Observation
from scaler.decisionlog.record import Record, decode_record, encode_record
from scaler.narration.account import Explanation
from scaler.narration.explanation import explanation_of
from tests.golden.syncs import sync
from tests.support.builders import SETTINGS

SYNC_PERIOD = timedelta(seconds=15)


def record(seen: Observation, remembered: Memory | None = None, settings: AlgorithmSettings = SETTINGS) -> Record:
    return decode_record(encode_record("jobs/worker", sync(seen, remembered, settings=settings)))


def told(seen: Observation, remembered: Memory | None = None, settings: AlgorithmSettings = SETTINGS) -> Explanation:
    return explanation_of(record(seen, remembered, settings), SYNC_PERIOD)


def lines(explanation: Explanation, title: str) -> Sequence[str]:
    """Those of one step; none if there is no such step."""
    return [line for step in explanation.steps if step.title == title for line in step.lines]
