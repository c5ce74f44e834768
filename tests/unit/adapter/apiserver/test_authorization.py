"""Claims about `adapter.apiserver.authorization`."""

from __future__ import annotations

import pytest

from adapter.apiserver.attributes import Access, metric_access, path_access
from adapter.apiserver.authorization import (
    Allowed,
    Authorization,
    Denied,
    FrontProxyOnly,
    Undecided,
    Verdict,
    refusal_text,
)
from adapter.apiserver.identity import Identity, ProvenBy
from tests.support.clock import ManualClock

_HPA = Identity(user="hpa", proven_by=ProvenBy.FRONT_PROXY)
_MASTER = Identity(user="admin", groups=("system:masters",), proven_by=ProvenBy.CERTIFICATE)
_METRIC = metric_access(method="GET", namespace="default", metric="lag")
_DISCOVERY = path_access(method="GET", path="/apis")
_METRICS = path_access(method="GET", path="/metrics")


class ScriptedReviews:
    """AccessReviews that answer in order and remember the questions."""

    def __init__(self, *verdicts: Verdict) -> None:
        self.verdicts = list(verdicts)
        self.asked: list[tuple[str, Access]] = []

    async def review(self, identity: Identity, access: Access) -> Verdict:
        self.asked.append((identity.user, access))
        return self.verdicts.pop(0)


@pytest.mark.parametrize("access", [_METRIC, _DISCOVERY, _METRICS])
async def test_masters_are_allowed_without_a_review(access: Access) -> None:
    assert Allowed() == await Authorization(reviews=ScriptedReviews(), clock=ManualClock()).decide(_MASTER, access)


async def test_discovery_through_the_front_proxy_needs_no_review() -> None:
    aggregator = Identity(user="system:kube-aggregator", proven_by=ProvenBy.FRONT_PROXY)
    authorization = Authorization(reviews=ScriptedReviews(), clock=ManualClock())
    assert Allowed() == await authorization.decide(aggregator, _DISCOVERY)


@pytest.mark.parametrize("proven_by", [ProvenBy.CERTIFICATE, ProvenBy.TOKEN])
async def test_discovery_by_others_is_reviewed(proven_by: ProvenBy) -> None:
    reviews = ScriptedReviews(Denied())
    caller = Identity(user="somebody", proven_by=proven_by)
    assert Denied() == await Authorization(reviews=reviews, clock=ManualClock()).decide(caller, _DISCOVERY)


@pytest.mark.parametrize("verdict", [Allowed(), Denied(reason="no"), Undecided(reason="connection refused")])
async def test_reading_a_metric_is_as_the_review_says(verdict: Verdict) -> None:
    authorization = Authorization(reviews=ScriptedReviews(verdict), clock=ManualClock())
    assert verdict == await authorization.decide(_HPA, _METRIC)


@pytest.mark.parametrize(
    ("verdict", "waits", "reviews"),
    [
        pytest.param(Allowed(), (0, 59), 1, id="yes within a minute"),
        pytest.param(Allowed(), (0, 60), 2, id="yes after a minute"),
        pytest.param(Denied(), (0, 9), 1, id="no within ten seconds"),
        pytest.param(Denied(), (0, 10), 2, id="no after ten seconds"),
        pytest.param(Undecided(reason="down"), (0, 0), 2, id="not known"),
    ],
)
async def test_a_verdict_is_remembered_for_its_time(verdict: Verdict, waits: tuple[int, ...], reviews: int) -> None:
    clock, scripted = ManualClock(), ScriptedReviews(verdict, verdict)
    authorization = Authorization(reviews=scripted, clock=clock)
    for seconds in waits:
        await clock.advance(seconds)
        await authorization.decide(_HPA, _METRIC)
    assert len(scripted.asked) == reviews


async def test_a_verdict_is_for_one_caller_one_metric_and_one_namespace() -> None:
    others = [
        (_HPA, metric_access(method="GET", namespace="jobs", metric="lag")),
        (_HPA, metric_access(method="GET", namespace="default", metric="depth")),
        (Identity(user="other", proven_by=ProvenBy.FRONT_PROXY), _METRIC),
        (Identity(user="hpa", groups=("ops",), proven_by=ProvenBy.FRONT_PROXY), _METRIC),
        (Identity(user="hpa", extra=(("scopes", ("a",)),), proven_by=ProvenBy.FRONT_PROXY), _METRIC),
    ]
    scripted = ScriptedReviews(Allowed(), *[Denied() for _ in others])
    authorization = Authorization(reviews=scripted, clock=ManualClock())
    await authorization.decide(_HPA, _METRIC)
    assert [Denied() for _ in others] == [await authorization.decide(caller, access) for caller, access in others]


@pytest.mark.parametrize(
    ("proven_by", "allowed"), [(ProvenBy.FRONT_PROXY, True), (ProvenBy.CERTIFICATE, False), (ProvenBy.TOKEN, False)]
)
async def test_alone_the_server_allows_who_comes_through_the_front_proxy(proven_by: ProvenBy, allowed: bool) -> None:
    verdict = await FrontProxyOnly().review(Identity(user="a", proven_by=proven_by), _METRIC)
    assert isinstance(verdict, Allowed) is allowed


def test_a_refused_metric_is_told_in_the_api_servers_form() -> None:
    expected = (
        'lag.external.metrics.k8s.io is forbidden: User "hpa" cannot list resource "lag" in API group '
        '"external.metrics.k8s.io" in the namespace "default"'
    )
    assert expected == refusal_text(_HPA, _METRIC, Denied())


def test_a_refused_path_is_told_with_its_reason() -> None:
    expected = 'forbidden: User "hpa" cannot get path "/metrics": the cluster is down'
    assert expected == refusal_text(_HPA, _METRICS, Undecided(reason="the cluster is down"))


def test_a_verdict_is_not_known_before_it_was_asked_for() -> None:
    assert Authorization(reviews=ScriptedReviews(), clock=ManualClock()).known(_HPA, _METRIC) is None


def test_a_masters_verdict_is_always_known() -> None:
    assert Allowed() == Authorization(reviews=ScriptedReviews(), clock=ManualClock()).known(_MASTER, _METRIC)


@pytest.mark.parametrize(
    ("verdict", "known"), [(Allowed(), Allowed()), (Denied(), Denied()), (Undecided(reason="x"), None)]
)
async def test_a_verdict_is_known_once_it_was_given(verdict: Verdict, known: Verdict | None) -> None:
    authorization = Authorization(reviews=ScriptedReviews(verdict), clock=ManualClock())
    await authorization.decide(_HPA, _METRIC)
    assert known == authorization.known(_HPA, _METRIC)
