"""What the paths below /sandbox/ do, which no real control plane has: tests and benchmarks steer and read by them.

GET  /sandbox/writes   every write to a scale subresource: time, manager, target, from, to, code
DELETE /sandbox/writes forgets them
GET  /sandbox/requests every request for objects, in order (requests_log.py); DELETE forgets them
POST /sandbox/faults   switches a fault on (faults.py); DELETE switches all off
POST /sandbox/compact  forgets all watch history, so that earlier resourceVersions are 410
GET  /sandbox/watches  the open watches: path, and the revision up to which each has been told
POST /sandbox/drop-watches  ends every open watch
POST /sandbox/watch-gone    {"as": "status"|"event"}: how a watch from too early a resourceVersion is refused
POST /sandbox/access   {"allow": [user, ...]}: replaces the allow list of SubjectAccessReviews
GET  /sandbox/reviews  how often each kind of review was asked for
"""

from collections.abc import Callable
from dataclasses import dataclass

from e2e.sandbox.documents import Document, decode
from e2e.sandbox.failures import bad_request, no_such_path
from e2e.sandbox.faults import Faults
from e2e.sandbox.requests_log import RequestsLog
from e2e.sandbox.reviews import Reviews
from e2e.sandbox.scale import Scales
from e2e.sandbox.store import Store
from e2e.sandbox.watch import Watches

_DONE: Document = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivatePaths:
    """The parts that can be steered."""

    store: Store
    watches: Watches
    scales: Scales
    faults: Faults
    reviews: Reviews
    log: RequestsLog

    def answer(self, method: str, path: str, body: bytes) -> Document:
        """Raises 404 for a path that is none of these."""
        known: dict[tuple[str, str], Callable[[], Document]] = {
            ("GET", "writes"): lambda: {"items": list(self.scales.log)},
            ("DELETE", "writes"): lambda: self._done(self.scales.log.clear),
            ("GET", "requests"): lambda: {"items": self.log.entries()},
            ("DELETE", "requests"): lambda: self._done(self.log.clear),
            ("POST", "faults"): lambda: self._done(lambda: self.faults.switch_on(body)),
            ("DELETE", "faults"): lambda: self._done(self.faults.clear),
            ("POST", "compact"): lambda: self._done(self.store.compact),
            ("GET", "watches"): lambda: {"items": self.watches.open()},
            ("POST", "drop-watches"): lambda: self._done(self.watches.drop),
            ("POST", "watch-gone"): lambda: self._watch_gone(decode(body)),
            ("POST", "access"): lambda: self._access(decode(body)),
            ("GET", "reviews"): lambda: dict(self.reviews.asked),
        }
        action = known.get((method, path.removeprefix("/sandbox/")))
        if action is None:
            raise no_such_path()
        return action()

    def _done(self, action: Callable[[], None]) -> Document:
        action()
        return _DONE

    def _watch_gone(self, asked: Document) -> Document:
        if asked.get("as") not in {"status", "event"}:
            raise bad_request('expected {"as": "status"} or {"as": "event"}')
        self.watches.gone_as_status = asked["as"] == "status"
        return _DONE

    def _access(self, asked: Document) -> Document:
        users = asked.get("allow")
        if not isinstance(users, list):
            raise bad_request('expected {"allow": [user, ...]}')
        self.reviews.allowed.clear()
        self.reviews.allowed.update(map(str, users))
        return _DONE
