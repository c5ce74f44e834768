"""Which reads can be answered at once? Those of a known path by a proven caller whose verdict and values are kept.

Nearly every read is one of them, and the way through routes, middlewares and a deadline costs many times their answer.
Whatever is the least bit different takes that way, which alone refuses, reviews, asks Prometheus and tells of failures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import HttpVersion11, hdrs, web

from adapter.apiserver.admission import certificate_of, evidence_of
from adapter.apiserver.auditids import audit_id_of, new_audit_id
from adapter.apiserver.authentication import Evidence
from adapter.apiserver.authorization import Allowed
from adapter.apiserver.documents import accept_of
from adapter.apiserver.readyanswers import ReadyAnswer, json_message
from adapter.apiserver.telemetry import Outcome
from adapter.apiserver.values import prefers_plain_json
from adapter.kube.external_metrics import encode_list

if TYPE_CHECKING:
    from random import Random

    from adapter.apiserver.authentication import Authentication
    from adapter.apiserver.authorization import Authorization
    from adapter.apiserver.heads import KnownHeads
    from adapter.apiserver.knownreads import KnownReads, MetricRead
    from adapter.apiserver.telemetry import Telemetry
    from adapter.apiserver.values import Provider
    from adapter.process.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadShortcut:
    """The Shortcut of reads: answers one, or returns None if it has to take the way through the routes.

    Who asks, whether it may and what is kept is asked each time; only what a request says is remembered.
    """

    reads: KnownReads
    heads: KnownHeads
    provider: Provider
    authentication: Authentication
    authorization: Authorization
    telemetry: Telemetry
    clock: Clock
    random: Random

    def at_once(self, request: web.BaseRequest, message: bytes) -> web.StreamResponse | None:
        """The answer to a read whose path is known."""
        read = self.reads.get(request.raw_path)
        if read is None or not _is_plain(request):
            return None
        answer = self._answer(read, evidence_of(request), audit_id_of(request.headers, self.random))
        if answer is None:
            return None
        if message:
            self.heads.learn(message, read, request.headers)
        return ReadyAnswer(answer)

    def again(self, message: bytes, tls: object) -> bytes | None:
        """The answer to a read that was answered at once before, by any caller with the same words."""
        head = self.heads.get(message)
        if head is None:
            return None
        evidence = Evidence(certificate_der=certificate_of(tls), headers=head.headers)
        return self._answer(head.read, evidence, head.audit_id or new_audit_id(self.random))

    def _answer(self, read: MetricRead, evidence: Evidence, audit_id: str) -> bytes | None:
        caller = self.authentication.proven(evidence)
        if caller is None or not isinstance(self.authorization.known(caller, read.access), Allowed):
            return None
        started = self.clock.monotonic()
        access = read.access
        found = self.provider.found(namespace=access.namespace, metric=access.metric, selector=read.selector)
        if found is None:
            return None
        outcome = Outcome.FOUND if found.items else Outcome.EMPTY
        self.telemetry.answered(access.metric, outcome, self.clock.monotonic() - started)
        self.telemetry.responded(200)
        return json_message(encode_list(found.items), audit_id=audit_id, now=self.clock.now())


def _is_plain(request: web.BaseRequest) -> bool:
    """Whether nothing in the request but its path and its caller can matter to the answer."""
    headers = request.headers
    return (
        request.method == hdrs.METH_GET
        and request.version == HttpVersion11
        and request.keep_alive
        and hdrs.EXPECT not in headers
        and hdrs.CACHE_CONTROL not in headers
        and prefers_plain_json(accept_of(request))
    )
