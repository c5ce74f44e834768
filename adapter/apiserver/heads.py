"""Was this request sent before? The heads of plain reads, byte for byte but for the audit id, and what they mean.

Only what aiohttp has taken apart is learned, so a head means what aiohttp made of the same bytes. The line and the
fields are kept apart: every autoscaler has its own line, and all of them are read by the same few callers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from adapter.apiserver.auditids import AUDIT_ID, LONGEST_AUDIT_ID

if TYPE_CHECKING:
    from multidict import MultiMapping

    from adapter.apiserver.knownreads import MetricRead

_AUDIT_FIELD: Final = b"\r\nAudit-Id: "
_MOST_LINES: Final = 20_000
_LONGEST_LINE: Final = 2048
_MOST_FIELDS: Final = 512
_LONGEST_FIELDS: Final = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownHead:
    """A head that is known; the audit id is empty if it has none."""

    read: MetricRead
    headers: MultiMapping[str]
    audit_id: str


class KnownHeads:
    """Heads of requests that have no body and whose fields change nothing but who asks."""

    def __init__(self) -> None:
        self._reads: dict[bytes, MetricRead] = {}
        self._headers: dict[bytes, MultiMapping[str]] = {}

    def get(self, message: bytes) -> KnownHead | None:
        """What the message asks for, if both its line and its fields were learned."""
        parts = _parts_of(message)
        if parts is None:
            return None
        line, fields, audit_id = parts
        read, headers = self._reads.get(line), self._headers.get(fields)
        if read is None or headers is None:
            return None
        return KnownHead(read=read, headers=headers, audit_id=audit_id)

    def learn(self, message: bytes, read: MetricRead, headers: MultiMapping[str]) -> None:
        """The message, which is all of a request, was understood as this read with these headers."""
        parts = _parts_of(message)
        if parts is None:
            return
        line, fields, audit_id = parts
        # An audit id that stands in the fields unseen would be taken for a part of them, and never come back.
        if audit_id != headers.get(AUDIT_ID, "") or len(line) > _LONGEST_LINE or len(fields) > _LONGEST_FIELDS:
            return
        if len(self._reads) >= _MOST_LINES:
            self._reads.clear()
        if len(self._headers) >= _MOST_FIELDS:
            self._headers.clear()
        self._reads[line] = read
        self._headers[fields] = headers


def _parts_of(message: bytes) -> tuple[bytes, bytes, str] | None:
    """The line, the fields without the audit id, and that; None for an audit id of unusual letters."""
    line_end = message.find(b"\r\n")
    start = message.find(_AUDIT_FIELD, line_end)
    if start < 0:
        return message[:line_end], message[line_end:], ""
    start += len(_AUDIT_FIELD)
    end = message.find(b"\r\n", start)
    audit_id = message[start:end]
    if len(audit_id) > LONGEST_AUDIT_ID or not audit_id.replace(b"-", b"").isalnum():
        return None
    return message[:line_end], message[line_end:start] + message[end:], audit_id.decode("ascii")
