"""May this request come in? It is authenticated and authorized before anything else looks at it."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING, Final, assert_never

import structlog
from aiohttp import web

from adapter.apiserver.attributes import Access, PathAccess, metric_access, path_access
from adapter.apiserver.authentication import Evidence, Unauthenticated, Unreviewed
from adapter.apiserver.authorization import Allowed, Denied, Undecided, refusal_text
from adapter.apiserver.identity import Identity
from adapter.apiserver.statuses import failure

if TYPE_CHECKING:
    from aiohttp.typedefs import Handler, Middleware

    from adapter.apiserver.authentication import Authentication
    from adapter.apiserver.authorization import Authorization

METRIC_ROUTE: Final = "metric"

log = structlog.get_logger()


def admission(authentication: Authentication, authorization: Authorization) -> Middleware:
    """The gate. Probes pass it unseen, because a kubelet has no identity."""

    @web.middleware
    async def admit(request: web.Request, handler: Handler) -> web.StreamResponse:
        access = _access_of(request)
        if isinstance(access, PathAccess) and access.is_probe:
            return await handler(request)
        caller = await authentication.identify(_evidence_of(request))
        match caller:
            case Identity():
                refusal = await _refusal(authorization, caller, access)
            case Unauthenticated() | Unreviewed():
                log.info("caller is not authenticated", path=request.path, peer=request.remote, reason=caller.reason)
                refusal = failure(401, "Unauthorized")
            case _:
                assert_never(caller)
        return await handler(request) if refusal is None else refusal

    return admit


async def _refusal(authorization: Authorization, caller: Identity, access: Access) -> web.Response | None:
    verdict = await authorization.decide(caller, access)
    match verdict:
        case Allowed():
            return None
        case Denied() | Undecided():
            text = refusal_text(caller, access, verdict)
            log.info("caller is not allowed", user=caller.user, proven_by=caller.proven_by.value, reason=text)
            return failure(403, text)
        case _:
            assert_never(verdict)


def _access_of(request: web.Request) -> Access:
    # The route's own reading of the path: what is authorized is what is answered.
    found = request.match_info
    if found.route.name == METRIC_ROUTE:
        return metric_access(method=request.method, namespace=found["namespace"], metric=found["metric"])
    return path_access(method=request.method, path=request.path)


def _evidence_of(request: web.Request) -> Evidence:
    tls = request.get_extra_info("ssl_object")
    certificate = tls.getpeercert(True) if isinstance(tls, ssl.SSLObject) else None  # noqa: FBT003 - positional only
    return Evidence(certificate_der=certificate, headers=request.headers)
