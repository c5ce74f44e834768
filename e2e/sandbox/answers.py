"""How bodies look on the wire: JSON (or YAML) in, JSON out with the headers that every answer of kube-apiserver has."""

import uuid

from aiohttp import web

from e2e.sandbox.documents import Document, encode
from e2e.sandbox.failures import StatusError, unsupported_media_type

_DOCUMENT_TYPES = ("application/json", "application/yaml")
_UNSAID = "application/octet-stream"


def check_document_type(request: web.Request) -> None:
    """Raises 415 for a body in another format, protobuf above all: `kubectl create deployment` sends it."""
    if request.content_type not in {*_DOCUMENT_TYPES, _UNSAID}:
        raise unsupported_media_type(_DOCUMENT_TYPES)


def json_answer(body: bytes, status: int = 200) -> web.Response:
    """An answer with a JSON body that is encoded already."""
    headers = {"Cache-Control": "no-cache, private", "Audit-Id": str(uuid.uuid4())}
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


def document_answer(document: Document, status: int = 200) -> web.Response:
    return json_answer(encode(document), status)


def refusal_answer(refusal: StatusError) -> web.Response:
    """The Status of a refusal under its code; a busy server says when to come back."""
    answer = document_answer(refusal.status(), refusal.code)
    if refusal.retry_after_seconds is not None:
        answer.headers["Retry-After"] = str(refusal.retry_after_seconds)
    return answer
