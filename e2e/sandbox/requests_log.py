"""Who asked for what, in the order in which it was carried out: an audit log of the requests for objects.

A write stands where it took effect, also when its answer is held back; a watch stands where it began. Of an answered
lease its holder is noted, of an answered scale its count.
"""

from collections import deque
from itertools import count

from aiohttp import web

from e2e.sandbox import clock
from e2e.sandbox.authentication import User
from e2e.sandbox.documents import Document, at, decode
from e2e.sandbox.paths import ResourcePath, parse

_KEPT = 200_000
_VERBS = {"POST": "create", "PUT": "update", "PATCH": "patch", "DELETE": "delete"}


def is_watch(request: web.Request) -> bool:
    return request.method == "GET" and request.query.get("watch") in {"true", "1"}


class RequestsLog:
    """The latest requests, oldest first, numbered from the first one that was ever noted."""

    def __init__(self) -> None:
        self._entries: deque[Document] = deque(maxlen=_KEPT)
        self._numbers = count(1)

    def entries(self) -> list[Document]:
        return list(self._entries)

    def clear(self) -> None:
        self._entries.clear()

    def note(self, request: web.Request, user: User, code: int, body: bytes = b"") -> None:
        """Write down a request that is about objects; `body` is that of its answer."""
        path = parse(request.path)
        if path is None or not path.resource:
            return
        entry: Document = {
            "number": next(self._numbers),
            "time": clock.rfc3339_micro(clock.now()),
            "user": user.name,
            "manager": request.query.get("fieldManager", ""),
            "verb": _verb(request, path),
            "path": request.path,
            "version": request.query.get("resourceVersion", ""),
            "code": code,
        }
        self._entries.append(entry | (_told(path, body) if code < 300 and not is_watch(request) else {}))


def _verb(request: web.Request, path: ResourcePath) -> str:
    if request.method == "GET":
        if is_watch(request):
            return "watch"
        return "get" if path.name else "list"
    return _VERBS.get(request.method, request.method.lower())


def _told(path: ResourcePath, body: bytes) -> Document:
    """What a reader of the log wants to know of an answer."""
    if path.subresource == "scale":
        return {"to": at(decode(body), ("spec", "replicas")) or 0}
    if path.resource == "leases" and path.name:
        return {"holder": at(decode(body), ("spec", "holderIdentity")) or ""}
    if path.resource == "leases":
        document = decode(body)
        return {"holder": at(document, ("spec", "holderIdentity")) or ""} if document.get("kind") == "Lease" else {}
    return {}
