"""Which requests go wrong on purpose: switches that a test sets on the private path /sandbox/faults."""

import asyncio
import re
from dataclasses import dataclass
from typing import Literal

import msgspec

from e2e.sandbox.failures import StatusError, bad_request, internal_error

_WRITES = r"^(PUT|PATCH|POST|DELETE)$"
_SCALE_ANSWERS: dict[str, int | Literal["hang"]] = {"fail": 500, "conflict": 409, "hang": "hang"}
_HANG_SECONDS = 600.0


class FaultRequest(msgspec.Struct, forbid_unknown_fields=True, rename={"count": "for"}):
    """What a test posts: `scale_writes`, or `method` and `path` (both searched as regular expressions) with `answer`.

    `answer` is a code, or hang; `delay_seconds` comes before it, or alone. `for` is the number of requests it meets.
    """

    scale_writes: Literal["fail", "conflict", "hang"] | None = None
    method: str = ""
    path: str = ""
    answer: int | Literal["hang"] | None = None
    delay_seconds: float = 0.0
    count: int = 1


@dataclass(slots=True, kw_only=True)
class _Fault:
    method: re.Pattern[str]
    path: re.Pattern[str]
    answer: int | str | None
    delay_seconds: float
    remaining: int


class Faults:
    """The switches that are on. Each meets its number of requests, in order, then is gone."""

    def __init__(self) -> None:
        self._faults: list[_Fault] = []

    def switch_on(self, body: bytes) -> None:
        """Adds a fault; raises 400 on a form that is none."""
        try:
            asked = msgspec.json.decode(body, type=FaultRequest)
            self._faults.append(_fault(asked))
        except (msgspec.DecodeError, re.error) as error:
            raise bad_request(f"not a fault: {error}") from error

    def clear(self) -> None:
        self._faults.clear()

    async def meet(self, method: str, path: str) -> None:
        """Lets the first matching fault happen to a request: waits, raises its Status, or both."""
        for fault in self._faults:
            if fault.method.search(method) and fault.path.search(path):
                fault.remaining -= 1
                if fault.remaining <= 0:
                    self._faults.remove(fault)
                await _happen(fault)
                return


async def _happen(fault: _Fault) -> None:
    await asyncio.sleep(fault.delay_seconds)
    match fault.answer:
        case None:
            return
        case "hang":
            await asyncio.sleep(_HANG_SECONDS)
            raise internal_error("sandbox: hung on request")
        case 409:
            message = "Operation cannot be fulfilled: the object has been modified (sandbox: on request)"
            raise StatusError(409, "Conflict", message, {})
        case 429:
            raise StatusError(429, "TooManyRequests", "too many requests (sandbox: on request)", {})
        case code:
            raise StatusError(int(code), "InternalError", "sandbox: failed on request", {})


def _fault(asked: FaultRequest) -> _Fault:
    method, path, answer = asked.method, asked.path, asked.answer
    if asked.scale_writes is not None:
        method, path, answer = _WRITES, "/scale$", _SCALE_ANSWERS[asked.scale_writes]
    return _Fault(
        method=re.compile(method),
        path=re.compile(path),
        answer=answer,
        delay_seconds=asked.delay_seconds,
        remaining=asked.count,
    )
