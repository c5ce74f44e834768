"""What does the API server's answer mean, or its silence? A value of the type that was asked for, or an ApiError.

No error's text holds credentials, parameters or the body of a request: only the method, the path and the reason.
"""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING, TypeVar

import aiohttp
import msgspec

from adapter.kube.errors import ServerError, Unreachable, api_error_of

if TYPE_CHECKING:
    from adapter.kube.transport import Request

T = TypeVar("T")


async def raised_for_status(request: Request, response: aiohttp.ClientResponse) -> None:
    """Raise the ApiError that the response stands for, unless it is a success."""
    if response.ok and response.status < 300:  # noqa: PLR2004 - the border of HTTP's successes
        return
    body = await response.read()
    raise api_error_of(
        response.status, body, request=str(request), retry_after=response.headers.get(aiohttp.hdrs.RETRY_AFTER)
    )


def decoded(request: Request, body: bytes, into: type[T]) -> T:
    """The body of a success as `into`. Raises ServerError if it is something else, such as a proxy's page."""
    try:
        return msgspec.json.decode(body, type=into)
    except msgspec.MsgspecError as error:
        raise ServerError(
            f"the answer is not the {into.__name__} that was asked for: {error}",
            code=200,
            reason="InvalidAnswer",
            request=str(request),
        ) from error


def unreachable(request: Request, error: Exception) -> Unreachable:
    """The ApiError of a request that got no answer, or only a part of one."""
    return Unreachable(_reason(error), code=0, reason="Unreachable", request=str(request))


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time; is the API server reachable and not overloaded?"
    cause = error.os_error if isinstance(error, aiohttp.ClientConnectorError) else error
    certificate = getattr(error, "certificate_error", cause)
    if isinstance(certificate, ssl.SSLCertVerificationError):
        return (
            f"the server's certificate is not to be trusted: {certificate.verify_message}; check the CA and the address"
        )
    if isinstance(cause, OSError):
        return f"no connection: {cause.strerror or type(cause).__name__}"
    # Not the text of the error: it may quote a URL, and a URL may hold a password.
    return f"the connection broke: {type(error).__name__}"
