"""What does every answer have in common? It is on time, it is typed, it isn't cached, and it can be traced."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog
from aiohttp import hdrs, web

from adapter.apiserver.auditids import AUDIT_ID, audit_id_of
from adapter.apiserver.deadlines import deadline_seconds
from adapter.apiserver.negotiation import Representation
from adapter.apiserver.readyanswers import NOT_CACHED
from adapter.apiserver.statuses import failure, status_body
from adapter.kube.durations import DurationError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from random import Random

    from aiohttp.typedefs import Handler

    from adapter.apiserver.telemetry import Telemetry

_HANDLED: Final = web.RequestKey("handled", bool)
_TEXTS: Final = {
    404: "the server could not find the requested resource",
    405: "the server does not allow this method on the requested resource",
    413: "the request is too large",
}
_BUG: Final = "the adapter failed to answer because of an error of its own; its log has the details"

log = structlog.get_logger()


@web.middleware
async def errors_as_status(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn what aiohttp refuses by itself (no such path, no such method) into a Status."""
    try:
        response = await handler(request)
    except web.HTTPException as error:
        allowed = {name: text for name, text in error.headers.items() if name == hdrs.ALLOW}
        response = failure(error.status, _TEXTS.get(error.status, error.reason), headers=allowed)
    request[_HANDLED] = True
    return response


@web.middleware
async def within_deadline(request: web.Request, handler: Handler) -> web.StreamResponse:
    """End a request that takes too long with 504; `?timeout=` shortens the time it gets."""
    try:
        seconds = deadline_seconds(request.query.get("timeout"))
    except DurationError as error:
        return failure(400, f"timeout: {error}")
    deadline = asyncio.timeout(seconds)
    try:
        async with deadline:
            return await handler(request)
    except TimeoutError:
        if not deadline.expired():
            raise
        log.warning("request took too long", path=request.path, seconds=seconds)
        return failure(504, f"the request was not answered within its deadline of {seconds:g}s")


def finishing_touch(
    telemetry: Telemetry, random: Random
) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """The signal that runs before an answer's headers are sent, also for answers that aiohttp makes of a bug."""

    async def finish(request: web.Request, response: web.StreamResponse) -> None:
        if _HANDLED not in request and isinstance(response, web.Response):
            _tell_of_a_bug(response)
        response.headers[hdrs.CACHE_CONTROL] = NOT_CACHED
        response.headers[AUDIT_ID] = audit_id_of(request.headers, random)
        telemetry.responded(response.status)

    return finish


def _tell_of_a_bug(response: web.Response) -> None:
    # aiohttp has caught and logged the exception, and its own answer would be plain text.
    body = status_body(response.status, _BUG)
    response.body = body
    response.headers[hdrs.CONTENT_TYPE] = Representation.JSON.value
    response.headers[hdrs.CONTENT_LENGTH] = str(len(body))
