"""Who is asking? The first of front proxy, client certificate and bearer token that can be proven.

Source: the order of apiserver authenticatorfactory/delegating (v1.37).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from aiohttp import hdrs

from adapter.apiserver.claims import Claims
from adapter.apiserver.client_certificates import CertificateCheck
from adapter.apiserver.expiring_cache import ExpiringCache
from adapter.apiserver.identity import Identity, ProvenBy

if TYPE_CHECKING:
    from datetime import datetime

    from multidict import MultiMapping

    from adapter.apiserver.trust import ClientTrust
    from adapter.process.clock import Clock

_TOKEN_SECONDS: Final = 10.0
_REMEMBERED_TOKENS: Final = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a request brings along: the certificate of its connection, if there is one, and its headers."""

    certificate_der: bytes | None
    headers: MultiMapping[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unauthenticated:
    """Nobody we know, and why; the reason is for our log, the caller learns nothing from it."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreviewed:
    """The cluster couldn't be asked. The caller is nobody, but only for this one request."""

    reason: str


TokenVerdict = Identity | Unauthenticated | Unreviewed


class TokenAuthority(Protocol):
    """Knows whose token that is."""

    async def identify(self, token: str) -> TokenVerdict:
        """The token's owner, proven by TOKEN; never raises for a question that couldn't be put."""


class NoTokens:
    """The authority of a server that stands alone: without a cluster no token can be checked."""

    async def identify(self, token: str) -> TokenVerdict:  # noqa: ARG002 - the port's signature
        return Unauthenticated(reason="bearer tokens can't be reviewed without a cluster")


class Authentication:
    """Proves callers against the trust of the moment, which `trust_changed` replaces between two requests."""

    def __init__(self, *, trust: ClientTrust, tokens: TokenAuthority, clock: Clock) -> None:
        self._tokens = tokens
        self._clock = clock
        self._reviewed: ExpiringCache[TokenVerdict] = ExpiringCache(clock=clock, capacity=_REMEMBERED_TOKENS)
        self.trust_changed(trust)

    def trust_changed(self, trust: ClientTrust) -> None:
        """From now on, also on connections that are already open, only this trust counts."""
        self._trust = trust
        self._proxies = CertificateCheck(trust.front_proxy.authorities)
        self._claims = Claims(trust.front_proxy.headers)
        self._clients = CertificateCheck(trust.clients)

    async def identify(self, evidence: Evidence) -> TokenVerdict:
        """The caller."""
        proven = self._by_any_certificate(evidence)
        if proven is not None:
            return proven
        token = _bearer_token(evidence.headers.get(hdrs.AUTHORIZATION, ""))
        if token:
            return await self._by_token(token)
        if evidence.certificate_der is not None:
            return Unauthenticated(reason="the client certificate is neither a front proxy's nor a known client's")
        return Unauthenticated(reason="neither a client certificate nor a bearer token was presented")

    def proven(self, evidence: Evidence) -> Identity | None:
        """The caller, if nobody has to be asked: by a certificate, or by a token that was reviewed lately."""
        proven = self._by_any_certificate(evidence)
        if proven is not None:
            return proven
        token = _bearer_token(evidence.headers.get(hdrs.AUTHORIZATION, ""))
        known = self._reviewed.get(_digest(token)) if token else None
        return known if isinstance(known, Identity) else None

    def _by_any_certificate(self, evidence: Evidence) -> Identity | None:
        if evidence.certificate_der is None:
            return None
        now = self._clock.now()
        return self._by_front_proxy(evidence, now) or self._by_certificate(evidence.certificate_der, now)

    def _by_front_proxy(self, evidence: Evidence, now: datetime) -> Identity | None:
        front_proxy = self._trust.front_proxy
        subject = self._proxies.subject_of(evidence.certificate_der or b"", at=now)
        if subject is None:
            return None
        if front_proxy.allowed_names and subject.common_name not in front_proxy.allowed_names:
            return None
        return self._claims.identity_of(evidence.headers)

    def _by_certificate(self, certificate_der: bytes, now: datetime) -> Identity | None:
        subject = self._clients.subject_of(certificate_der, at=now)
        if subject is None or not subject.common_name:
            return None
        # An ordinary client that bears the front proxy's name is a forger or a mistake, and nobody either way.
        if subject.common_name in self._trust.front_proxy.allowed_names:
            return None
        return Identity(user=subject.common_name, groups=subject.organizations, proven_by=ProvenBy.CERTIFICATE)

    async def _by_token(self, token: str) -> TokenVerdict:
        key = _digest(token)
        known = self._reviewed.get(key)
        if known is None:
            known = await self._tokens.identify(token)
            if not isinstance(known, Unreviewed):
                self._reviewed.put(key, known, seconds=_TOKEN_SECONDS)
        return known


def _digest(token: str) -> bytes:
    # So that no token lies about in memory longer than its request.
    return hashlib.sha256(token.encode()).digest()


def _bearer_token(authorization: str) -> str:
    scheme, _, token = authorization.strip().partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
