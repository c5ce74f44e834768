"""How is a failure told? As a metav1.Status, whose message an autoscaler's condition repeats word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from aiohttp import web

from adapter.apiserver.negotiation import Representation
from adapter.kube.errors import Status, StatusDetails

if TYPE_CHECKING:
    from collections.abc import Mapping

_REASONS: Final = {
    400: "BadRequest",
    401: "Unauthorized",
    403: "Forbidden",
    404: "NotFound",
    405: "MethodNotAllowed",
    406: "NotAcceptable",
    408: "Timeout",
    413: "RequestEntityTooLarge",
    429: "TooManyRequests",
    500: "InternalError",
    503: "ServiceUnavailable",
    504: "Timeout",
}
_NO_HEADERS: Final[Mapping[str, str]] = {}


def failure(code: int, message: str, *, headers: Mapping[str, str] = _NO_HEADERS) -> web.Response:
    """An error answer. Never with Retry-After: client-go would sleep and repeat inside the controller's worker."""
    return web.Response(
        status=code, body=status_body(code, message), headers={"Content-Type": Representation.JSON.value, **headers}
    )


def status_body(code: int, message: str) -> bytes:
    """The Status as JSON; a code without a reason of its own has an empty one, as upstream."""
    return msgspec.json.encode(
        Status(message=message, reason=_REASONS.get(code, ""), details=StatusDetails(), code=code)
    )
