"""What is this metric worth now? The engine's answer as HTTP."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol, assert_never

import msgspec
import structlog
from aiohttp import hdrs, web

from adapter.apiserver.attributes import metric_access
from adapter.apiserver.documents import accept_of, not_acceptable
from adapter.apiserver.knownreads import MetricRead
from adapter.apiserver.negotiation import PLAIN_FORMS, Representation, negotiate
from adapter.apiserver.statuses import failure
from adapter.apiserver.telemetry import Outcome
from adapter.externalmetrics.provider import Broken, Found, Refused, UnknownMetric
from adapter.kube.external_metrics import encode_list
from adapter.kube.selectors import SelectorError, parse_selector

if TYPE_CHECKING:
    from aiohttp.typedefs import Handler

    from adapter.apiserver.knownreads import KnownReads
    from adapter.apiserver.telemetry import Telemetry
    from adapter.externalmetrics.provider import Answer
    from adapter.kube.selectors import Selector
    from adapter.process.clock import Clock

_BROKEN: Final = {503: Outcome.UNREACHABLE, 504: Outcome.TIMEOUT}
_NO: Final = frozenset({"0", "false"})
_INTEGER: Final = re.compile(r"[-+]?[0-9]{1,18}|", re.ASCII)

log = structlog.get_logger()


class Provider(Protocol):
    """The engine, as far as this server needs it."""

    def found(self, *, namespace: str, metric: str, selector: Selector) -> Found | None:
        """The values that a read would be answered with at once; None if there are none, or not yet."""

    async def values(self, *, namespace: str, metric: str, selector: Selector, fresh: bool) -> Answer:
        """The metric's values in a namespace; failures are answers."""

    def metric_names(self) -> tuple[str, ...]:
        """The metrics that are known by name; doesn't wait for anybody."""


def values_handler(provider: Provider, telemetry: Telemetry, clock: Clock, reads: KnownReads) -> Handler:
    """The handler of `/apis/<group>/<version>/namespaces/{namespace}/{metric}`, from which `reads` learns.

    `Cache-Control: no-cache` asks for a value that is as fresh as the rule allows.
    """

    async def read(request: web.Request) -> web.StreamResponse:
        if negotiate(accept_of(request), PLAIN_FORMS) is None:
            return not_acceptable()
        if _is_watch(request):
            return failure(405, "the server does not allow this method on the requested resource")
        if _INTEGER.fullmatch(request.query.get("limit", "0")) is None:
            return failure(400, f"limit has to be a whole number, not {request.query['limit']!r}")
        try:
            selector = parse_selector(request.query.get("labelSelector", ""))
        except SelectorError as error:
            return failure(400, f"labelSelector: {error}")
        namespace, metric = request.match_info["namespace"], request.match_info["metric"]
        started = clock.monotonic()
        answer = await provider.values(
            namespace=namespace, metric=metric, selector=selector, fresh=_wants_fresh(request)
        )
        # Whoever asks chooses the name, so only names of rules become labels.
        known = metric if metric in provider.metric_names() else ""
        telemetry.answered(known, _outcome_of(answer), clock.monotonic() - started)
        if isinstance(answer, Found) and not _wants_lines(request):
            access = metric_access(method=request.method, namespace=namespace, metric=metric)
            reads.learn(request.raw_path, MetricRead(access=access, selector=selector))
        return _response(request, answer)

    return read


@lru_cache(maxsize=256)
def prefers_plain_json(accept: str) -> bool:
    """Whether the caller of a read gets JSON, by its Accept header."""
    return negotiate(accept, PLAIN_FORMS) is Representation.JSON


def _response(request: web.Request, answer: Answer) -> web.Response:
    match answer:
        case Found():
            body = encode_list(answer.items)
            if _wants_lines(request):
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


def _wants_lines(request: web.Request) -> bool:
    return "pretty" in request.query and request.query["pretty"].lower() not in _NO


def _is_watch(request: web.Request) -> bool:
    return "watch" in request.query and request.query["watch"].lower() not in _NO


def _wants_fresh(request: web.Request) -> bool:
    return "no-cache" in request.headers.get(hdrs.CACHE_CONTROL, "").lower()
