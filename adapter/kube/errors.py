"""Why did the API server not do it? One exception per answer that callers treat differently."""

from typing import Final

import msgspec

from adapter.kube.meta import ListMeta

_MOST_OF_A_STRANGE_BODY: Final = 300
_FIRST_SERVER_ERROR: Final = 500


class StatusCause(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True, kw_only=True):
    """One of several things wrong with a request."""

    reason: str = ""
    message: str = ""
    field: str = ""


class StatusDetails(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True, kw_only=True):
    """What the failure is about: `kind` is mostly a resource's name, such as `deployments`."""

    name: str = ""
    group: str = ""
    kind: str = ""
    uid: str = ""
    causes: tuple[StatusCause, ...] = ()
    retry_after_seconds: int = 0


class Status(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """metav1.Status: the body of every failure, and of a delete's success."""

    kind: str = "Status"
    api_version: str = "v1"
    metadata: ListMeta = ListMeta()
    status: str = "Failure"
    message: str = ""
    reason: str = ""
    details: StatusDetails | None = None
    code: int = 0


class ApiError(Exception):
    """The API server answered, but not with what was asked for; `reason` is metav1's word, empty if it gave none."""

    def __init__(
        self,
        message: str,
        *,
        code: int = 0,
        reason: str = "",
        request: str = "",
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.reason = reason
        self.request = request
        self.retry_after_seconds = retry_after_seconds

    def __str__(self) -> str:
        answer = f"{self.code} {self.reason}".strip() if self.code else self.reason
        return ": ".join(part for part in (self.request, answer, self.message) if part)


class BadRequest(ApiError):
    """400: the request makes no sense to the server."""


class Unauthorized(ApiError):
    """401: the server does not know who asks."""


class Forbidden(ApiError):
    """403: it knows, and does not allow it."""


class NotFound(ApiError):
    """404: no such object, or no such resource."""


class Conflict(ApiError):
    """409: somebody else was faster. Read again before writing again."""


class AlreadyExists(Conflict):
    """409 on a create: the object is there already."""


class Gone(ApiError):
    """410: the resource version or the page asked for is too old. List again."""


class Invalid(ApiError):
    """422: the object breaks a rule of its kind; the message lists which."""


class TooManyRequests(ApiError):
    """429: the server asks for patience, mostly with `retry_after_seconds`."""


class ServerError(ApiError):
    """5xx: the server, or something behind it, failed."""


class Unreachable(ApiError):
    """No answer at all: refused, reset, out of time or not to be trusted; its code is 0.

    Whether the request was carried out is unknown.
    """


_BY_CODE: Final[dict[int, type[ApiError]]] = {
    400: BadRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    410: Gone,
    422: Invalid,
    429: TooManyRequests,
}


def api_error_of(code: int, body: bytes, *, request: str = "", retry_after: str | None = None) -> ApiError:
    """The error an answer means; `request` says what was asked, such as "GET /apis", and `retry_after` is that header.

    A body that is no Status, from a proxy in between, is quoted in part.
    """
    try:
        status = _STATUS.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        status = Status(message=_quoted(body))
    return error_of_status(msgspec.structs.replace(status, code=code), request=request, retry_after=retry_after)


def error_of_status(status: Status, *, request: str = "", retry_after: str | None = None) -> ApiError:
    """The error a Status means, such as the one in a watch's ERROR event."""
    return _class_of(status)(
        status.message or "the answer gave no message",
        code=status.code,
        reason=status.reason,
        request=request,
        retry_after_seconds=_patience(status, retry_after),
    )


_STATUS: Final = msgspec.json.Decoder(Status)


def _class_of(status: Status) -> type[ApiError]:
    if status.reason == "AlreadyExists":
        return AlreadyExists
    if status.code >= _FIRST_SERVER_ERROR:
        return ServerError
    return _BY_CODE.get(status.code, ApiError)


def _patience(status: Status, retry_after: str | None) -> float | None:
    """The header's seconds, else the body's. Its other form, a date, is not worth a clock."""
    if retry_after is not None and retry_after.isascii() and retry_after.isdigit():
        return float(retry_after)
    if status.details is not None and status.details.retry_after_seconds > 0:
        return float(status.details.retry_after_seconds)
    return None


def _quoted(body: bytes) -> str:
    text = " ".join(body[:_MOST_OF_A_STRANGE_BODY].decode(errors="replace").split())
    return f"the answer was not a Status: {text}" if text else ""
