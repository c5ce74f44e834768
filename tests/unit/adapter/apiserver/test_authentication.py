"""Claims about `adapter.apiserver.authentication`: who is believed, with real certificates."""

from __future__ import annotations

import pytest
from multidict import CIMultiDict

from adapter.apiserver.authentication import (
    Authentication,
    Evidence,
    NoTokens,
    TokenVerdict,
    Unauthenticated,
    Unreviewed,
)
from adapter.apiserver.client_certificates import Authorities
from adapter.apiserver.identity import Identity, ProvenBy
from adapter.apiserver.trust import ClientTrust, FrontProxyTrust, HeaderNames
from tests.support.authorities import LONG_AGO, Authority, Issued
from tests.support.clock import ManualClock

_PROXIES = Authority("front-proxy-ca")
_CLIENTS = Authority("kubernetes")
_PROXY = _PROXIES.client("front-proxy-client")
_CLAIMS = (
    ("X-Remote-User", "system:serviceaccount:kube-system:horizontal-pod-autoscaler"),
    ("X-Remote-Group", "system:serviceaccounts"),
    ("X-Remote-Group", "system:authenticated"),
    ("X-Remote-Extra-Authentication.kubernetes.io%2fpod-name", "a"),
    ("X-Remote-Extra-Scopes", "one"),
    ("X-Remote-Extra-Scopes", "two"),
    ("X-Remote-Uid", "1234"),
)


class ScriptedTokens:
    """A TokenAuthority that answers in order and counts."""

    def __init__(self, *verdicts: TokenVerdict) -> None:
        self.verdicts = list(verdicts)
        self.asked: list[str] = []

    async def identify(self, token: str) -> TokenVerdict:
        self.asked.append(token)
        return self.verdicts.pop(0)


def _trust(*, allowed_names: tuple[str, ...] = ("front-proxy-client",), uid: tuple[str, ...] = ()) -> ClientTrust:
    return ClientTrust(
        front_proxy=FrontProxyTrust(
            authorities=Authorities.read(_PROXIES.pem, source="proxies"),
            allowed_names=allowed_names,
            headers=HeaderNames(uid=uid),
        ),
        clients=Authorities.read(_CLIENTS.pem, source="clients"),
    )


def _authentication(trust: ClientTrust) -> Authentication:
    return Authentication(trust=trust, tokens=NoTokens(), clock=ManualClock())


def _evidence(presented: Issued | None = None, headers: tuple[tuple[str, str], ...] = ()) -> Evidence:
    return Evidence(certificate_der=None if presented is None else presented.der, headers=CIMultiDict(headers))


async def _user(evidence: Evidence, trust: ClientTrust) -> str | None:
    caller = await _authentication(trust).identify(evidence)
    return caller.user if isinstance(caller, Identity) else None


async def test_the_front_proxy_speaks_for_others() -> None:
    expected = Identity(
        user="system:serviceaccount:kube-system:horizontal-pod-autoscaler",
        groups=("system:serviceaccounts", "system:authenticated"),
        extra=(("authentication.kubernetes.io/pod-name", ("a",)), ("scopes", ("one", "two"))),
        proven_by=ProvenBy.FRONT_PROXY,
    )
    assert expected == await _authentication(_trust()).identify(_evidence(_PROXY, _CLAIMS))


async def test_a_uid_is_believed_where_the_cluster_names_its_header() -> None:
    caller = await _authentication(_trust(uid=("X-Remote-Uid",))).identify(_evidence(_PROXY, _CLAIMS))
    assert isinstance(caller, Identity)
    assert caller.uid == "1234"


@pytest.mark.parametrize(
    "presented",
    [
        pytest.param(None, id="no certificate"),
        pytest.param(_PROXIES.client("somebody-else"), id="another name of the right authority"),
        pytest.param(Authority("front-proxy-ca").client("front-proxy-client"), id="an unknown authority"),
        pytest.param(_PROXIES.client("front-proxy-client", validity=LONG_AGO), id="expired"),
    ],
)
async def test_forged_headers_without_the_front_proxys_certificate_are_ignored(presented: Issued | None) -> None:
    caller = await _authentication(_trust()).identify(_evidence(presented, _CLAIMS))
    assert isinstance(caller, Unauthenticated)


async def test_the_front_proxys_name_from_the_clients_authority_is_nobody() -> None:
    forger = _CLIENTS.client("front-proxy-client")
    verdict = await _authentication(_trust()).identify(_evidence(forger, _CLAIMS))
    assert isinstance(verdict, Unauthenticated)


async def test_any_name_is_a_front_proxy_when_none_is_listed() -> None:
    presented = _PROXIES.client("somebody-else")
    assert await _user(_evidence(presented, _CLAIMS), _trust(allowed_names=())) == _CLAIMS[0][1]


@pytest.mark.parametrize("headers", [(), (("X-Remote-User", ""),), (("X-Remote-Group", "system:masters"),)])
async def test_a_front_proxy_that_names_no_user_speaks_for_nobody(headers: tuple[tuple[str, str], ...]) -> None:
    caller = await _authentication(_trust()).identify(_evidence(_PROXY, headers))
    assert isinstance(caller, Unauthenticated)


async def test_a_client_certificate_names_its_user_and_groups() -> None:
    presented = _CLIENTS.client("admin", organizations=("system:masters", "ops"))
    expected = Identity(user="admin", groups=("system:masters", "ops"), proven_by=ProvenBy.CERTIFICATE)
    assert expected == await _authentication(_trust()).identify(_evidence(presented))


async def test_a_client_certificate_without_a_name_is_nobodys() -> None:
    presented = _CLIENTS.client("")
    assert await _user(_evidence(presented), _trust()) is None


async def test_changed_trust_counts_at_once_also_for_a_certificate_seen_before() -> None:
    authentication, evidence = _authentication(_trust()), _evidence(_PROXY, _CLAIMS)
    before = await authentication.identify(evidence)
    authentication.trust_changed(ClientTrust())
    after = await authentication.identify(evidence)
    assert [isinstance(caller, Identity) for caller in (before, after)] == [True, False]


_OWNER = Identity(user="prometheus", proven_by=ProvenBy.TOKEN)
_BEARER = (("Authorization", "Bearer secret"),)


async def test_a_token_is_its_owners() -> None:
    tokens = ScriptedTokens(_OWNER)
    authentication = Authentication(trust=_trust(), tokens=tokens, clock=ManualClock())
    assert await authentication.identify(_evidence(headers=_BEARER)) == _OWNER
    assert tokens.asked == ["secret"]


@pytest.mark.parametrize("header", ["bearer secret", "BEARER   secret  "])
async def test_the_scheme_is_read_whatever_its_case(header: str) -> None:
    tokens = ScriptedTokens(_OWNER)
    authentication = Authentication(trust=_trust(), tokens=tokens, clock=ManualClock())
    await authentication.identify(_evidence(headers=(("Authorization", header),)))
    assert tokens.asked == ["secret"]


@pytest.mark.parametrize("header", ["Basic secret", "Bearer", "Bearer ", "", "secret"])
async def test_what_is_no_bearer_token_is_not_reviewed(header: str) -> None:
    tokens = ScriptedTokens()
    authentication = Authentication(trust=_trust(), tokens=tokens, clock=ManualClock())
    await authentication.identify(_evidence(headers=(("Authorization", header),)))
    assert tokens.asked == []


@pytest.mark.parametrize("verdict", [_OWNER, Unauthenticated(reason="unknown")])
async def test_a_verdict_on_a_token_is_remembered_for_ten_seconds(verdict: TokenVerdict) -> None:
    clock, tokens = ManualClock(), ScriptedTokens(verdict, verdict)
    authentication = Authentication(trust=_trust(), tokens=tokens, clock=clock)
    for seconds in (0, 9, 2):
        await clock.advance(seconds)
        await authentication.identify(_evidence(headers=_BEARER))
    assert len(tokens.asked) == 2


async def test_a_review_that_failed_is_not_remembered() -> None:
    tokens = ScriptedTokens(Unreviewed(reason="connection refused"), _OWNER)
    authentication = Authentication(trust=_trust(), tokens=tokens, clock=ManualClock())
    await authentication.identify(_evidence(headers=_BEARER))
    assert await authentication.identify(_evidence(headers=_BEARER)) == _OWNER


async def test_without_a_cluster_no_token_is_good() -> None:
    caller = await _authentication(_trust()).identify(_evidence(headers=_BEARER))
    assert caller == Unauthenticated(reason="bearer tokens can't be reviewed without a cluster")


async def test_a_token_helps_a_caller_whose_certificate_proves_nothing() -> None:
    authentication = Authentication(trust=_trust(), tokens=ScriptedTokens(_OWNER), clock=ManualClock())
    assert await authentication.identify(_evidence(Authority("other").client("x"), _BEARER)) == _OWNER
