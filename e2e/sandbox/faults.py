"""Which requests go wrong on purpose: switches that a test sets on the private path /sandbox/faults."""

import asyncio
import re
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from e2e.sandbox.failures import StatusError, bad_request, internal_error, too_many_requests

_WRITES = r"^(PUT|PATCH|POST|DELETE)$"
_SCALE_ANSWERS: dict[str, int | Literal["hang"]] = {"fail": 500, "conflict": 409, "hang": "hang"}
_HANG_SECONDS = 600.0
_ANSWERS = {
    403: ("Forbidden", "access denied (sandbox: on request)"),
    409: ("Conflict", "Operation cannot be fulfilled: the object has been modified (sandbox: on request)"),
    410: ("Expired", "too old resource version (sandbox: on request)"),
    503: ("ServiceUnavailable", "the server is currently unable to handle the request (sandbox: on request)"),
}


class FaultRequest(msgspec.Struct, forbid_unknown_fields=True, rename={"count": "for"}):
    """What a test posts: `scale_writes`, or `method`, `path` and `user` (regular expressions to search) with `answer`.

    `answer` is a code, or hang; `delay_seconds` comes before it, or alone. `held_seconds` is how long the answer of a
    request that was carried out is held back. `for` is the number of requests it meets, each `every`th of those that
    match. A 429 asks for `retry_after_seconds`.
    """

    scale_writes: Literal["fail", "conflict", "hang"] | None = None
    method: str = ""
    path: str = ""
    user: str = ""
    answer: int | Literal["hang"] | None = None
    delay_seconds: float = 0.0
    held_seconds: float = 0.0
    retry_after_seconds: int = 1
    every: Annotated[int, msgspec.Meta(ge=1)] = 1
    count: int = 1


@dataclass(slots=True, kw_only=True)
class _Fault:
    asked: FaultRequest
    method: re.Pattern[str]
    path: re.Pattern[str]
    user: re.Pattern[str]
    remaining: int
    matched: int = 0

    def meets(self, method: str, path: str, user: str) -> bool:
        if not (self.method.search(method) and self.path.search(path) and self.user.search(user)):
            return False
        self.matched += 1
        return self.matched % self.asked.every == 0


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

    async def meet(self, method: str, path: str, user: str) -> float:
        """Lets the first matching fault happen to a request: waits, raises its Status, or both.

        Returns for how many seconds the answer is to be held back once the request was carried out.
        """
        for fault in self._faults:
            if fault.meets(method, path, user):
                fault.remaining -= 1
                if fault.remaining <= 0:
                    self._faults.remove(fault)
                await _happen(fault.asked)
                return fault.asked.held_seconds
        return 0.0


async def _happen(fault: FaultRequest) -> None:
    await asyncio.sleep(fault.delay_seconds)
    match fault.answer:
        case None:
            return
        case "hang":
            await asyncio.sleep(_HANG_SECONDS)
            raise internal_error("sandbox: hung on request")
        case 429:
            raise too_many_requests("too many requests (sandbox: on request)", fault.retry_after_seconds)
        case code:
            reason, message = _ANSWERS.get(code, ("InternalError", "sandbox: failed on request"))
            raise StatusError(code, reason, message, {})


def _fault(asked: FaultRequest) -> _Fault:
    if asked.scale_writes is not None:
        asked = msgspec.structs.replace(
            asked, method=_WRITES, path="/scale$", answer=_SCALE_ANSWERS[asked.scale_writes], scale_writes=None
        )
    return _Fault(
        asked=asked,
        method=re.compile(asked.method),
        path=re.compile(asked.path),
        user=re.compile(asked.user),
        remaining=asked.count,
    )
