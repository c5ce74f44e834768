"""How is a document served that rarely changes? With an ETag, so that those who poll it get 304."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import msgspec
from aiohttp import hdrs, web

from adapter.apiserver.negotiation import PLAIN_FORMS, Representation, negotiate
from adapter.apiserver.statuses import failure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """An answer, encoded once; the tag is a digest of its bytes."""

    body: bytes
    content_type: str
    tag: str

    @classmethod
    def of(cls, value: object, *, content_type: str = Representation.JSON.value) -> Self:
        """Encode `value` as JSON."""
        body = msgspec.json.encode(value)
        return cls(body=body, content_type=content_type, tag=hashlib.sha256(body).hexdigest().upper())


def accept_of(request: web.BaseRequest) -> str:
    """The Accept header, however many lines it was sent in."""
    return ",".join(request.headers.getall(hdrs.ACCEPT, []))


def not_acceptable(offers: Sequence[Representation] = PLAIN_FORMS) -> web.Response:
    """The answer to a caller that takes none of the offers."""
    return failure(406, f"only the following media types are accepted: {', '.join(offers)}")


def respond(request: web.Request, documents: Mapping[Representation, Document]) -> web.Response:
    """The document in the form the caller prefers, or 304 if it has it already, or 406."""
    offers = (*documents, Representation.YAML)
    chosen = negotiate(accept_of(request), offers)
    if chosen is None:
        return not_acceptable(offers)
    # YAML is made of JSON when it is sent.
    document = documents[Representation.JSON if chosen is Representation.YAML else chosen]
    headers = {hdrs.ETAG: f'"{document.tag}"', hdrs.VARY: hdrs.ACCEPT}
    if _is_known(request, document.tag):
        return web.Response(status=304, headers=headers)
    return web.Response(body=document.body, headers={hdrs.CONTENT_TYPE: document.content_type, **headers})


def _is_known(request: web.Request, tag: str) -> bool:
    return any(known.value in {tag, "*"} for known in request.if_none_match or ())
