"""May this request come in? It is authenticated and authorized before anything else looks at it."""

from __future__ import annotations

import ssl
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, assert_never

from aiohttp import web

from adapter.apiserver.attributes import Access, MetricAccess, PathAccess, metric_access, path_access
from adapter.apiserver.authentication import Evidence, Unauthenticated, Unreviewed
from adapter.apiserver.authorization import Allowed, Denied, Undecided, refusal_text
from adapter.apiserver.identity import SYSTEM_MASTERS, Identity
from adapter.apiserver.inflight import CrowdedError
from adapter.apiserver.statuses import failure

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from aiohttp.typedefs import Handler, Middleware

    from adapter.apiserver.authentication import Authentication, TokenVerdict
    from adapter.apiserver.authorization import Authorization
    from adapter.apiserver.inflight import Places
    from adapter.apiserver.refusals import Refusals

METRIC_ROUTE: Final = "metric"


def admission(
    authentication: Authentication, authorization: Authorization, places: Places, refusals: Refusals
) -> Middleware:
    """The gate. Probes pass it unseen, because a kubelet has no identity; for others there must be a place."""

    @web.middleware
    async def admit(request: web.Request, handler: Handler) -> web.StreamResponse:
        access = _access_of(request)
        if isinstance(access, PathAccess) and access.is_probe:
            return await handler(request)
        try:
            caller = await _caller_of(request, authentication, places)
            match caller:
                case Identity():
                    with _place_for(caller, access, places):
                        refusal = await _refusal(authorization, caller, access, refusals)
                        return await handler(request) if refusal is None else refusal
                case Unauthenticated() | Unreviewed():
                    refusals.unauthenticated(path=request.path, peer=request.remote, reason=caller.reason)
                    return failure(401, "Unauthorized")
                case _:
                    assert_never(caller)
        except CrowdedError as error:
            refusals.crowded(peer=request.remote, reason=str(error))
            return failure(429, str(error))

    return admit


async def _caller_of(request: web.Request, authentication: Authentication, places: Places) -> TokenVerdict:
    evidence = evidence_of(request)
    proven = authentication.proven(evidence)
    if proven is not None:
        return proven
    with places.proving():
        return await authentication.identify(evidence)


def _place_for(caller: Identity, access: Access, places: Places) -> AbstractContextManager[None]:
    if isinstance(access, MetricAccess):
        return places.read(caller.user)
    # The aggregator's own questions wait for nobody, and nobody may make them fail.
    return nullcontext() if SYSTEM_MASTERS in caller.groups else places.document()


async def _refusal(
    authorization: Authorization, caller: Identity, access: Access, refusals: Refusals
) -> web.Response | None:
    verdict = await authorization.decide(caller, access)
    match verdict:
        case Allowed():
            return None
        case Denied() | Undecided():
            text = refusal_text(caller, access, verdict)
            refusals.forbidden(caller, text)
            return failure(403, text)
        case _:
            assert_never(verdict)


def _access_of(request: web.Request) -> Access:
    # The route's own reading of the path: what is authorized is what is answered.
    found = request.match_info
    if found.route.name == METRIC_ROUTE:
        return metric_access(method=request.method, namespace=found["namespace"], metric=found["metric"])
    return path_access(method=request.method, path=request.path)


def evidence_of(request: web.BaseRequest) -> Evidence:
    """What the request and its connection tell of its caller."""
    return Evidence(certificate_der=certificate_of(request.get_extra_info("ssl_object")), headers=request.headers)


def certificate_of(tls: object) -> bytes | None:
    """The certificate that the other side of a connection has presented, if it is one of TLS and has one."""
    return tls.getpeercert(True) if isinstance(tls, ssl.SSLObject) else None  # noqa: FBT003 - positional only
