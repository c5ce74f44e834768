"""How a watch is answered: changes as they happen, bookmarks, an end in time, 410 for what is forgotten."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from aiohttp import web

from e2e.sandbox.documents import Document, encode
from e2e.sandbox.failures import StatusError, bad_request
from e2e.sandbox.history import Change, Event, Stored
from e2e.sandbox.resources import ResourceType
from e2e.sandbox.selection import Selection
from e2e.sandbox.store import Store
from e2e.sandbox.tables import table_body, wants_table

_DEFAULT_TIMEOUT_SECONDS = 1800.0
_INITIAL_EVENTS_END = {"k8s.io/initial-events-end": "true"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """What one watch request asks for; `revision` 0 begins with what there is."""

    kind: ResourceType
    namespace: str
    selection: Selection
    revision: int
    bookmarks: bool
    initial_events: bool
    as_table: bool
    timeout_seconds: float

    @classmethod
    def asked_by(cls, request: web.Request, kind: ResourceType, namespace: str, selection: Selection) -> "Watch":
        """Raises 400 on numbers that are none."""
        query = request.query
        try:
            revision = int(query.get("resourceVersion") or 0)
            timeout = float(query.get("timeoutSeconds") or _DEFAULT_TIMEOUT_SECONDS)
        except ValueError as error:
            raise bad_request(f"invalid resourceVersion or timeoutSeconds: {error}") from error
        return cls(
            kind=kind,
            namespace=namespace,
            selection=selection,
            revision=revision,
            bookmarks=query.get("allowWatchBookmarks") in {"true", "1"},
            initial_events=query.get("sendInitialEvents") in {"true", "1"},
            as_table=wants_table(request),
            timeout_seconds=timeout,
        )


class Watches:
    """Every open watch. Closing ends them all, so that a stopping server need not wait for them."""

    def __init__(self, store: Store, *, bookmark_seconds: float) -> None:
        self._store = store
        self._bookmark_seconds = bookmark_seconds
        self._open: dict[asyncio.Event, Document] = {}
        self._drops = 0
        self.gone_as_status = False

    def drop(self) -> None:
        """Ends every open watch, as a restarting server would; later ones are served."""
        self._drops += 1
        for signal in self._open:
            signal.set()

    def open(self) -> list[Document]:
        """Every open watch: what it looks at, and up to which revision its reader has been told everything."""
        return list(self._open.values())

    async def stream(self, request: web.Request, watch: Watch) -> web.StreamResponse:
        """The answer to a watch. Too old a start is an ERROR event in it, or a 410 when `gone_as_status` is set."""
        if self.gone_as_status and watch.revision:
            self._store.history(watch.kind.qualified).position_after(watch.revision)
        response = web.StreamResponse(
            headers={"Content-Type": "application/json", "Cache-Control": "no-cache, private"}
        )
        await response.prepare(request)
        # Who watched may be gone in the middle of a line.
        with suppress(ConnectionResetError):
            try:
                await self._feed(response, watch, {"path": request.path, "told": watch.revision})
            except StatusError as refusal:
                await response.write(b'{"type":"ERROR","object":' + encode(refusal.status()) + b"}\n")
            await response.write_eof()
        return response

    async def _feed(self, response: web.StreamResponse, watch: Watch, shown: Document) -> None:
        loop = asyncio.get_running_loop()
        history = self._store.history(watch.kind.qualified)
        drops, end = self._drops, loop.time() + watch.timeout_seconds
        with history.signal() as signal, self._opened(signal, shown):
            position = history.end
            if not watch.revision or watch.initial_events:
                await response.write(self._initial(watch))
            else:
                position = history.position_after(watch.revision)
            bookmark_at = loop.time() + self._bookmark_seconds
            while loop.time() < end and drops == self._drops:
                signal.clear()
                lines = _lines(history.since(position), watch)
                position = history.end
                if watch.bookmarks and loop.time() >= bookmark_at:
                    bookmark_at = loop.time() + self._bookmark_seconds
                    # Nothing was awaited since the history was read: everything up to this revision is in the lines.
                    lines.append(_bookmark(watch.kind, self._store.revision, {}))
                if lines:
                    told = self._store.revision
                    await response.write(b"".join(lines))
                    shown["told"] = told
                await _change_before(min(end, bookmark_at) if watch.bookmarks else end, signal)

    @contextmanager
    def _opened(self, signal: asyncio.Event, shown: Document) -> Iterator[None]:
        self._open[signal] = shown
        try:
            yield
        finally:
            del self._open[signal]

    def _initial(self, watch: Watch) -> bytes:
        found = self._store.list(watch.kind.qualified, watch.namespace)
        lines = [_line(Change.ADDED, stored, watch) for _, stored in found if watch.selection.holds(stored.document)]
        if watch.initial_events:
            lines.append(_bookmark(watch.kind, self._store.revision, {"annotations": _INITIAL_EVENTS_END}))
        return b"".join(lines)


async def _change_before(deadline: float, signal: asyncio.Event) -> None:
    try:
        async with asyncio.timeout_at(deadline):
            await signal.wait()
    except TimeoutError:
        return


def _lines(events: Iterable[Event], watch: Watch) -> list[bytes]:
    lines = []
    for event in events:
        if watch.namespace and event.stored.document["metadata"].get("namespace") != watch.namespace:
            continue
        change = _seen_through(watch.selection, event)
        if change is not None:
            lines.append(_line(change, event.stored, watch))
    return lines


def _seen_through(selection: Selection, event: Event) -> Change | None:
    """What a change is to somebody who sees only selected objects: moving in is an addition, moving out a deletion."""
    now = selection.holds(event.stored.document)
    before = event.previous is not None and selection.holds(event.previous.document)
    if event.change is Change.DELETED:
        return Change.DELETED if before else None
    if now:
        return Change.MODIFIED if before else Change.ADDED
    return Change.DELETED if before else None


def _line(change: Change, stored: Stored, watch: Watch) -> bytes:
    shown = stored.body
    if watch.as_table:
        shown = table_body(watch.kind, [stored], {"resourceVersion": str(stored.revision)})
    return b'{"type":"' + change.value.encode() + b'","object":' + shown + b"}\n"


def _bookmark(kind: ResourceType, revision: int, metadata: Document) -> bytes:
    shown: Document = {"kind": kind.kind, "apiVersion": kind.api_version}
    shown |= {"metadata": {"resourceVersion": str(revision), "creationTimestamp": None, **metadata}}
    return b'{"type":"BOOKMARK","object":' + encode(shown) + b"}\n"
