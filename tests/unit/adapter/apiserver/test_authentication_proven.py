"""Claims about `Authentication.proven`: who is known without asking anybody."""

from __future__ import annotations

import pytest
from multidict import CIMultiDict

from adapter.apiserver.authentication import Authentication, Evidence, TokenVerdict, Unauthenticated
from adapter.apiserver.client_certificates import Authorities
from adapter.apiserver.identity import Identity, ProvenBy
from adapter.apiserver.trust import ClientTrust, FrontProxyTrust
from tests.support.authorities import Authority
from tests.support.clock import ManualClock

_PROXIES = Authority("front-proxy-ca")
_PROXY = _PROXIES.client("front-proxy-client")
_TRUST = ClientTrust(front_proxy=FrontProxyTrust(authorities=Authorities.read(_PROXIES.pem, source="proxies")))
_BY_CERTIFICATE = Evidence(certificate_der=_PROXY.der, headers=CIMultiDict({"X-Remote-User": "hpa"}))
_BY_TOKEN = Evidence(certificate_der=None, headers=CIMultiDict({"Authorization": "Bearer x"}))
_OWNER = Identity(user="alice", proven_by=ProvenBy.TOKEN)


class OneVerdict:
    """A TokenAuthority that says the same of every token."""

    def __init__(self, verdict: TokenVerdict) -> None:
        self.verdict = verdict
        self.asked: list[str] = []

    async def identify(self, token: str) -> TokenVerdict:
        self.asked.append(token)
        return self.verdict


def _authentication(clock: ManualClock, verdict: TokenVerdict = _OWNER) -> Authentication:
    return Authentication(trust=_TRUST, tokens=OneVerdict(verdict), clock=clock)


async def test_a_certificate_proves_its_caller() -> None:
    authentication = _authentication(ManualClock())
    expected = Identity(user="hpa", proven_by=ProvenBy.FRONT_PROXY)
    assert (expected, expected) == (
        authentication.proven(_BY_CERTIFICATE),
        await authentication.identify(_BY_CERTIFICATE),
    )


def test_what_a_certificate_proved_ends_with_the_trust_in_its_authority() -> None:
    authentication = _authentication(ManualClock())
    before = authentication.proven(_BY_CERTIFICATE)
    authentication.trust_changed(ClientTrust())
    assert (True, None) == (before is not None, authentication.proven(_BY_CERTIFICATE))


@pytest.mark.parametrize("evidence", [_BY_TOKEN, Evidence(certificate_der=None, headers=CIMultiDict[str]())])
def test_nobody_is_proven_by_a_token_that_was_not_reviewed_or_by_nothing(evidence: Evidence) -> None:
    assert _authentication(ManualClock()).proven(evidence) is None


async def test_a_reviewed_token_proves_its_owner_for_ten_seconds() -> None:
    clock = ManualClock()
    authentication = _authentication(clock)
    await authentication.identify(_BY_TOKEN)
    found = authentication.proven(_BY_TOKEN)
    await clock.advance(10)
    assert (_OWNER, None) == (found, authentication.proven(_BY_TOKEN))


async def test_a_refused_token_proves_nobody() -> None:
    authentication = _authentication(ManualClock(), Unauthenticated(reason="expired"))
    await authentication.identify(_BY_TOKEN)
    assert authentication.proven(_BY_TOKEN) is None
