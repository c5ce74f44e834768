"""How many requests are answered at a time? So many, so many of one caller, and so many whose caller isn't known yet.

A request over the limit is refused at once: what waits in a queue costs memory, and its caller has given up before it
is answered. Reads that are answered from memory never wait, and so never count.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator


class CrowdedError(Exception):
    """There is no place for one more; the text is fit for its caller."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InFlightLimits:
    """`proving` are requests whose token the cluster is being asked about: everybody can send such, so they have
    places of their own, and take none of those who come with a certificate. `per_caller` leaves room for others.
    """

    proving: int = 64
    reads: int = 400
    documents: int = 100
    per_caller: int = 300


_LIMITS: Final = InFlightLimits()


class Places:
    """Those that are taken at the moment."""

    def __init__(self, limits: InFlightLimits = _LIMITS) -> None:
        self._limits = limits
        self._proving = 0
        self._answering: Counter[str] = Counter()
        self._callers: Counter[str] = Counter()

    @contextmanager
    def proving(self) -> Iterator[None]:
        """A place for a request while its token is looked at. Raises CrowdedError."""
        if self._proving >= self._limits.proving:
            raise CrowdedError(f"too many callers at once: the tokens of {self._proving} are being looked at")
        self._proving += 1
        try:
            yield
        finally:
            self._proving -= 1

    @contextmanager
    def read(self, caller: str) -> Iterator[None]:
        """A place for a read of a metric by that user. Raises CrowdedError."""
        if self._callers[caller] >= self._limits.per_caller:
            raise CrowdedError(f"too many requests at once: {self._callers[caller]} reads of yours are being answered")
        self._callers[caller] += 1
        try:
            with self._place("reads", self._limits.reads):
                yield
        finally:
            self._callers[caller] -= 1
            if not self._callers[caller]:
                del self._callers[caller]

    @contextmanager
    def document(self) -> Iterator[None]:
        """A place for a request for anything else. Raises CrowdedError."""
        with self._place("documents", self._limits.documents):
            yield

    @contextmanager
    def _place(self, kind: str, limit: int) -> Iterator[None]:
        if self._answering[kind] >= limit:
            raise CrowdedError(f"too many requests at once: {limit} {kind} are being answered")
        self._answering[kind] += 1
        try:
            yield
        finally:
            self._answering[kind] -= 1
