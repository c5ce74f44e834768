"""Why can't an object be created in a collection that isn't there? Its kind is not installed."""

from adapter.kube.errors import ApiError, NotFound
from scaler.migration.steps import Request, Verb


def explained(request: Request, error: NotFound) -> ApiError:
    """The error, with what to do where it is our own kind that is missing."""
    if request.verb is not Verb.CREATE or "/lagzero.dev/" not in request.path:
        return error
    text = "ZeroPodAutoscalers are not served here: apply manifests/base/crd first"
    return ApiError(text, code=error.code, reason=error.reason)
