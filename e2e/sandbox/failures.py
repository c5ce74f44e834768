"""How a refused request is answered: the Status that kube-apiserver would send, with its code, reason and wording."""

from collections.abc import Sequence
from typing import Any


class StatusError(Exception):
    """A refusal, as the body of the answer will say it."""

    retry_after_seconds: int | None = None

    def __init__(self, code: int, reason: str, message: str, details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message
        self.details = details

    def status(self) -> dict[str, Any]:
        """The `v1 Status` of this refusal."""
        answer: dict[str, Any] = {
            "kind": "Status",
            "apiVersion": "v1",
            "metadata": {},
            "status": "Failure",
            "message": self.message,
            "reason": self.reason,
        }
        if self.details is not None:
            answer["details"] = self.details
        return {**answer, "code": self.code}


def bad_request(message: str) -> StatusError:
    return StatusError(400, "BadRequest", message)


def unauthorized() -> StatusError:
    return StatusError(401, "Unauthorized", "Unauthorized")


def forbidden(message: str) -> StatusError:
    return StatusError(403, "Forbidden", message)


def no_such_path() -> StatusError:
    return StatusError(404, "NotFound", "the server could not find the requested resource", {})


def not_found(resource: str, name: str) -> StatusError:
    """`resource` is qualified: deployments.apps."""
    return StatusError(404, "NotFound", f'{resource} "{name}" not found', _subject(resource, name))


def method_not_allowed() -> StatusError:
    return StatusError(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {})


def already_exists(resource: str, name: str) -> StatusError:
    return StatusError(409, "AlreadyExists", f'{resource} "{name}" already exists', _subject(resource, name))


def conflict(resource: str, name: str, why: str = "") -> StatusError:
    cause = why or "the object has been modified; please apply your changes to the latest version and try again"
    message = f'Operation cannot be fulfilled on {resource} "{name}": {cause}'
    return StatusError(409, "Conflict", message, _subject(resource, name))


def apply_conflict(owners: Sequence[tuple[str, str]]) -> StatusError:
    """A server-side apply that would change fields of others; `owners` are (manager, field) pairs."""
    causes = [
        {"reason": "FieldManagerConflict", "message": f'conflict with "{manager}"', "field": field}
        for manager, field in owners
    ]
    count = f"{len(owners)} conflict{'s' if len(owners) != 1 else ''}"
    named = ", ".join(f'"{manager}": {field}' for manager, field in owners)
    return StatusError(409, "Conflict", f"Apply failed with {count}: conflict with {named}", {"causes": causes})


def gone(asked: int, oldest: int) -> StatusError:
    return StatusError(410, "Expired", f"too old resource version: {asked} ({oldest})")


def unsupported_media_type(accepted: Sequence[str]) -> StatusError:
    message = "the body of the request was in an unknown format - accepted media types include: " + ", ".join(accepted)
    return StatusError(415, "UnsupportedMediaType", message, {})


def invalid(kind: str, name: str, problems: Sequence[tuple[str, str, str]]) -> StatusError:
    """`kind` is Kind.group; `problems` are (field, reason, message) as the causes name them."""
    texts = [f"{field}: {message}" for field, _, message in problems]
    joined = texts[0] if len(texts) == 1 else "[" + ", ".join(texts) + "]"
    causes = [{"reason": reason, "message": message, "field": field} for field, reason, message in problems]
    plain, _, group = kind.partition(".")
    details = {"name": name, "group": group, "kind": plain, "causes": causes}
    return StatusError(422, "Invalid", f'{kind} "{name}" is invalid: {joined}', details)


def too_many_requests(message: str, retry_after_seconds: int) -> StatusError:
    refusal = StatusError(429, "TooManyRequests", message, {"retryAfterSeconds": retry_after_seconds})
    refusal.retry_after_seconds = retry_after_seconds
    return refusal


def no_applied_scale(namespace: str, name: str) -> StatusError:
    """What the API server of 1.37 answers to an apply of a custom object's scale."""
    invalid_version = "request to convert CR to an invalid group/version: autoscaling/v1"
    message = f"failed to convert new object ({namespace}/{name}; autoscaling/v1, Kind=Scale) to proper version"
    return StatusError(500, "", f"{message}: {invalid_version}", {})


def internal_error(message: str) -> StatusError:
    return StatusError(500, "InternalError", message, {})


def timed_out() -> StatusError:
    message = "Timeout: request did not complete within the allotted timeout"
    return StatusError(504, "Timeout", message, {})


def _subject(resource: str, name: str) -> dict[str, Any]:
    plain, _, group = resource.partition(".")
    return {"name": name, "group": group, "kind": plain} if group else {"name": name, "kind": plain}
