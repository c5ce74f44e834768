"""How often is a status not taken? The port that writes it, counted."""

from collections.abc import Callable

from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.controller.ports import NotWritten, Statuses, Written


class CountedStatuses:
    """Hands on to `statuses`; `answered` is told of each answer."""

    def __init__(self, statuses: Statuses, answered: Callable[[Written | NotWritten], None]) -> None:
        self._statuses = statuses
        self._answered = answered

    async def write(self, autoscaler: Autoscaler, status: AutoscalerStatus) -> Written | NotWritten:
        answer = await self._statuses.write(autoscaler, status)
        self._answered(answer)
        return answer
