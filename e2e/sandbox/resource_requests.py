"""How a request for objects is answered, verb by verb, subresource by subresource."""

from dataclasses import dataclass

from aiohttp import web

from e2e.sandbox import changes
from e2e.sandbox.answers import check_document_type, document_answer, json_answer
from e2e.sandbox.changes import ChangeRequest
from e2e.sandbox.documents import decode
from e2e.sandbox.failures import (
    bad_request,
    method_not_allowed,
    no_applied_scale,
    no_such_path,
    unsupported_media_type,
)
from e2e.sandbox.managed_fields import APPLY
from e2e.sandbox.merge_patch import merge_patched
from e2e.sandbox.paths import ResourcePath
from e2e.sandbox.reads import list_body, selected
from e2e.sandbox.resources import ResourceType
from e2e.sandbox.scale import Scales, scale_of
from e2e.sandbox.selection import selection_of
from e2e.sandbox.tables import table_body, wants_table
from e2e.sandbox.watch import Watch, Watches
from e2e.sandbox.writes import Writes

_TRUE = {"true", "1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceRequests:
    """Everything that a request for objects may need."""

    writes: Writes
    watches: Watches
    scales: Scales

    async def answer(self, request: web.Request, path: ResourcePath, kind: ResourceType) -> web.StreamResponse:
        """Raises a StatusError for whatever can't be done."""
        if request.method == "GET":
            return await self._read(request, path, kind)
        if request.query.get("dryRun"):
            raise bad_request("the sandbox has no dry runs")
        if request.method != "PATCH":
            check_document_type(request)
        change = ChangeRequest(
            kind=kind,
            path=path,
            body=await request.read(),
            content_type=request.content_type,
            query=request.query,
            manager=_manager(request),
        )
        if not path.name:
            return self._change_collection(request.method, change)
        match path.subresource:
            case "":
                return self._change_object(request.method, change)
            case "status" if kind.has_status and request.method in {"PUT", "PATCH"}:
                return self._change_object(request.method, change)
            case "scale" if kind.scale is not None:
                return self._change_scale(request.method, change)
            case _:
                raise no_such_path()

    async def _read(self, request: web.Request, path: ResourcePath, kind: ResourceType) -> web.StreamResponse:
        selection = selection_of(request.query, kind, "" if path.subresource else path.name)
        if request.query.get("watch") in _TRUE:
            return await self.watches.stream(request, Watch.asked_by(request, kind, path.namespace, selection))
        if path.name:
            return self._read_object(request, path, kind)
        store = self.writes.store
        if wants_table(request):
            page, metadata = selected(store, kind, path.namespace, selection, request.query)
            return json_answer(table_body(kind, page, metadata))
        return json_answer(list_body(store, kind, path.namespace, selection, request.query))

    def _read_object(self, request: web.Request, path: ResourcePath, kind: ResourceType) -> web.Response:
        stored = self.writes.get(kind, (path.namespace, path.name))
        match path.subresource:
            case "" if wants_table(request):
                return json_answer(table_body(kind, [stored], {"resourceVersion": str(stored.revision)}))
            case "":
                return json_answer(stored.body)
            case "status" if kind.has_status:
                return json_answer(stored.body)
            case "scale" if kind.scale is not None:
                return document_answer(scale_of(kind, stored))
            case _:
                raise no_such_path()

    def _change_collection(self, method: str, change: ChangeRequest) -> web.Response:
        if method == "POST":
            if change.kind.namespaced and not change.path.namespace:
                raise method_not_allowed()
            return json_answer(changes.create(self.writes, change).body, 201)
        if method == "DELETE":
            selection = selection_of(change.query, change.kind)
            for key, stored in self.writes.store.list(change.kind.qualified, change.path.namespace):
                if selection.holds(stored.document):
                    self.writes.delete(change.kind, key, {})
            return document_answer({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success"})
        raise method_not_allowed()

    def _change_object(self, method: str, change: ChangeRequest) -> web.Response:
        existed = self.writes.store.get(change.kind.qualified, change.key) is not None
        match method:
            case "PUT":
                return json_answer(changes.replace(self.writes, change).body)
            case "PATCH":
                return json_answer(changes.patch(self.writes, change).body, 200 if existed else 201)
            case "DELETE":
                return document_answer(changes.delete(self.writes, change))
            case _:
                raise method_not_allowed()

    def _change_scale(self, method: str, change: ChangeRequest) -> web.Response:
        stored = self.writes.get(change.kind, change.key)
        body = decode(change.body)
        if method == "PATCH" and change.content_type == changes.APPLY_PATCH:
            if change.kind.custom:
                raise no_applied_scale(change.path.namespace, change.path.name)
            writer, force = change.writer(APPLY), change.query.get("force") in _TRUE
            return document_answer(self.scales.write(change.kind, stored, body, writer, force=force))
        if method == "PATCH":
            if change.content_type not in {changes.MERGE_PATCH, changes.STRATEGIC_PATCH}:
                raise unsupported_media_type([changes.MERGE_PATCH, changes.APPLY_PATCH])
            patched = merge_patched(scale_of(change.kind, stored), body)
            assert isinstance(patched, dict)
            body = patched
        elif method != "PUT":
            raise method_not_allowed()
        return document_answer(self.scales.write(change.kind, stored, body, change.writer()))


def _manager(request: web.Request) -> str:
    """The field manager: as the request names it, else the program that its User-Agent begins with."""
    named = request.query.get("fieldManager")
    return named or request.headers.get("User-Agent", "unknown").partition("/")[0][:128]
