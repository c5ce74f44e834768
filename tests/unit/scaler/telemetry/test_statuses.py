"""Claims about `scaler.telemetry.statuses`: every answer is counted and handed on."""

import pytest

from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.controller.ports import NotWritten, Written
from scaler.telemetry.statuses import CountedStatuses
from tests.unit.scaler.controller.seen import autoscaler


class Answering:
    def __init__(self, answer: Written | NotWritten) -> None:
        self.answer = answer

    async def write(self, _autoscaler: Autoscaler, _status: AutoscalerStatus) -> Written | NotWritten:
        return self.answer


@pytest.mark.parametrize("answer", [Written(), NotWritten(message="no")])
async def test_the_answer_is_told_and_handed_on(answer: Written | NotWritten) -> None:
    told: list[Written | NotWritten] = []
    statuses = CountedStatuses(Answering(answer), told.append)
    assert answer == await statuses.write(autoscaler(), AutoscalerStatus())
    assert [answer] == told
