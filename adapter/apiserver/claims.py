"""For whom does a front proxy speak? For the user that its headers name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from multidict import CIMultiDict

from adapter.apiserver.identity import Identity, ProvenBy

if TYPE_CHECKING:
    from multidict import MultiMapping

    from adapter.apiserver.trust import HeaderNames

_REMEMBERED_CLAIMS: Final = 1024
_REMEMBERED_NAMES: Final = 256


class Claims:
    """Reads the claims of requests; a caller who claims the same again is the same identity, and costs little.

    Only for requests that a front proxy has proven to have sent.
    """

    def __init__(self, names: HeaderNames) -> None:
        self._names = names
        self._exact = frozenset(name.lower() for name in (*names.username, *names.group, *names.uid))
        self._prefixes = tuple(prefix.lower() for prefix in names.extra_prefix)
        self._irrelevant: set[str] = set()
        self._identities: dict[tuple[tuple[str, str], ...], Identity | None] = {}

    def identity_of(self, headers: MultiMapping[str]) -> Identity | None:
        """The user that the headers claim; None if they name no user."""
        irrelevant = self._irrelevant
        candidates = tuple([header for header in headers.items() if header[0] not in irrelevant])
        if candidates in self._identities:
            return self._identities[candidates]
        return self._learned(candidates)

    def _learned(self, candidates: tuple[tuple[str, str], ...]) -> Identity | None:
        claims = tuple(header for header in candidates if self._is_claim(header[0]))
        if len(self._irrelevant) > _REMEMBERED_NAMES:
            self._irrelevant.clear()
        self._irrelevant.update(name for name, _ in candidates if not self._is_claim(name))
        if len(self._identities) >= _REMEMBERED_CLAIMS:
            self._identities.clear()
        identity = self._identities[claims] = _identity(CIMultiDict(claims), self._names)
        return identity

    def _is_claim(self, name: str) -> bool:
        lower = name.lower()
        return lower in self._exact or lower.startswith(self._prefixes)


def _identity(headers: MultiMapping[str], names: HeaderNames) -> Identity | None:
    user = _first(headers, names.username)
    if not user:
        return None
    groups = [group for name in names.group for group in headers.getall(name, []) if group]
    return Identity(
        user=user,
        groups=tuple(dict.fromkeys(groups)),
        uid=_first(headers, names.uid),
        extra=_extra(headers, names.extra_prefix),
        proven_by=ProvenBy.FRONT_PROXY,
    )


def _first(headers: MultiMapping[str], names: tuple[str, ...]) -> str:
    return next((headers[name] for name in names if headers.get(name)), "")


def _extra(headers: MultiMapping[str], prefixes: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    collected: dict[str, list[str]] = {}
    for header, value in headers.items():
        for prefix in prefixes:
            if header.lower().startswith(prefix.lower()):
                collected.setdefault(unquote(header[len(prefix) :].lower()), []).append(value)
    return tuple((key, tuple(values)) for key, values in sorted(collected.items()))
