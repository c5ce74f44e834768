"""How does a caller get YAML? What we say in JSON is said again in YAML, errors too, just before it is sent."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec
import yaml
from aiohttp import hdrs, web

from adapter.apiserver.negotiation import PLAIN_FORMS, Representation, negotiate

if TYPE_CHECKING:
    from collections.abc import Mapping

# More than this would keep everybody else waiting.
_LARGEST_AT_ONCE_BYTES: Final = 16 * 1024


async def yaml_if_preferred(request: web.Request, response: web.StreamResponse) -> None:
    """A signal for `on_response_prepare`, to run when the answer is otherwise complete."""
    if not isinstance(response, web.Response) or not isinstance(response.body, bytes):
        return
    if response.headers.get(hdrs.CONTENT_TYPE) != Representation.JSON.value or not _prefers_yaml(request.headers):
        return
    if len(response.body) <= _LARGEST_AT_ONCE_BYTES:
        body = _as_yaml(response.body)
    else:
        body = await asyncio.to_thread(_as_yaml, response.body)
    response.body = body
    response.headers[hdrs.CONTENT_TYPE] = Representation.YAML.value
    response.headers[hdrs.CONTENT_LENGTH] = str(len(body))
    # A tag is for exact bytes, and those were JSON's.
    response.headers.pop(hdrs.ETAG, None)


def _prefers_yaml(headers: Mapping[str, str]) -> bool:
    # Nearly nobody does, and every answer comes by here.
    accept = headers.get(hdrs.ACCEPT, "")
    return "yaml" in accept and negotiate(accept, PLAIN_FORMS) is Representation.YAML


def _as_yaml(body: bytes) -> bytes:
    text: str = yaml.dump(msgspec.json.decode(body), Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=True)
    return text.encode()
