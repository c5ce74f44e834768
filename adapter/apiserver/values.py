"""What is this metric worth now? The engine's answer as HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, assert_never

import msgspec
import structlog
from aiohttp import hdrs, web

from adapter.apiserver.documents import accept_of, not_acceptable
from adapter.apiserver.negotiation import JSON_ONLY, Representation, negotiate
from adapter.apiserver.statuses import failure
from adapter.apiserver.telemetry import Outcome
from adapter.externalmetrics.provider import Broken, Found, Refused, UnknownMetric
from adapter.kube.external_metrics import encode_list
from adapter.kube.selectors import SelectorError, parse_selector

if TYPE_CHECKING:
    from aiohttp.typedefs import Handler

    from adapter.apiserver.telemetry import Telemetry
    from adapter.externalmetrics.provider import Answer
    from adapter.kube.selectors import Selector
    from adapter.process.clock import Clock

_BROKEN: Final = {503: Outcome.UNREACHABLE, 504: Outcome.TIMEOUT}
_NO: Final = frozenset({"0", "false"})

log = structlog.get_logger()


class Provider(Protocol):
    """The engine, as far as this server needs it."""

    async def values(self, *, namespace: str, metric: str, selector: Selector, fresh: bool) -> Answer:
        """The metric's values in a namespace; failures are answers."""

    def metric_names(self) -> tuple[str, ...]:
        """The metrics that are known by name; doesn't wait for anybody."""


def values_handler(provider: Provider, telemetry: Telemetry, clock: Clock) -> Handler:
    """The handler of `/apis/<group>/<version>/namespaces/{namespace}/{metric}`.

    `Cache-Control: no-cache` asks for a value that is as fresh as the rule allows.
    """

    async def read(request: web.Request) -> web.StreamResponse:
        if negotiate(accept_of(request), JSON_ONLY) is None:
            return not_acceptable()
        if _is_watch(request):
            return failure(405, "the server does not allow this method on the requested resource")
        try:
            selector = parse_selector(request.query.get("labelSelector", ""))
        except SelectorError as error:
            return failure(400, f"labelSelector: {error}")
        metric = request.match_info["metric"]
        started = clock.monotonic()
        answer = await provider.values(
            namespace=request.match_info["namespace"], metric=metric, selector=selector, fresh=_wants_fresh(request)
        )
        # Whoever asks chooses the name, so only names of rules become labels.
        known = metric if metric in provider.metric_names() else ""
        telemetry.answered(known, _outcome_of(answer), clock.monotonic() - started)
        return _response(request, answer)

    return read


def _response(request: web.Request, answer: Answer) -> web.Response:
    match answer:
        case Found():
            body = encode_list(answer.items)
            if "pretty" in request.query and request.query["pretty"].lower() not in _NO:
                body = msgspec.json.format(body, indent=2)
            return web.Response(body=body, headers={hdrs.CONTENT_TYPE: Representation.JSON.value})
        case UnknownMetric():
            return failure(404, answer.message)
        case Refused():
            return failure(400, answer.message)
        case Broken():
            log.warning("metric is broken", metric=request.match_info["metric"], reason=answer.message)
            return failure(answer.code, answer.message)
        case _:
            assert_never(answer)


def _outcome_of(answer: Answer) -> Outcome:
    match answer:
        case Found():
            return Outcome.FOUND if answer.items else Outcome.EMPTY
        case UnknownMetric():
            return Outcome.UNKNOWN
        case Refused():
            return Outcome.REFUSED
        case Broken():
            return _BROKEN.get(answer.code, Outcome.BROKEN)
        case _:
            assert_never(answer)


def _is_watch(request: web.Request) -> bool:
    return "watch" in request.query and request.query["watch"].lower() not in _NO


def _wants_fresh(request: web.Request) -> bool:
    return "no-cache" in request.headers.get(hdrs.CACHE_CONTROL, "").lower()
