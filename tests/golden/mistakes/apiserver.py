"""What does the adapter's API server answer to what it can't do? Statuses, and what its probes and log say."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus

import aiohttp
import msgspec
from multidict import CIMultiDict

from adapter.apiserver.attributes import MetricAccess, PathAccess
from adapter.apiserver.authentication import Authentication, Evidence, Unauthenticated
from adapter.apiserver.authority import Authority, AuthorityError
from adapter.apiserver.authority_plan import Unusable
from adapter.apiserver.authority_secret import authority_in, new_secret
from adapter.apiserver.authorization import Denied, FrontProxyOnly, refusal_text
from adapter.apiserver.client_certificates import Authorities, CertificateError
from adapter.apiserver.identity import Identity, ProvenBy
from adapter.apiserver.inflight import InFlightLimits
from adapter.apiserver.probes import Report
from adapter.apiserver.serving_certificates import serving_certificate_of
from adapter.apiserver.trust import ClientTrust, trust_of_config_map
from adapter.externalmetrics.provider import Answer, Broken, Refused, UnknownMetric
from tests.golden.mistakes.shown import shown
from tests.support.api_server import LAG, Deciders, ScriptedProvider, api_server
from tests.support.authorities import Authority as SomeAuthority
from tests.support.clock import ManualClock
from tests.support.own_authorities import OWN, authority, keyring

_NO_PLACE = InFlightLimits(reads=0, per_caller=0)
_BUSY = InFlightLimits(reads=0)
_USUAL = InFlightLimits()
_TESTER = Identity(user="tester", proven_by=ProvenBy.TOKEN)

# What it is called, the path, and the headers beside the token of a caller who may.
Asked = tuple[str, str, Mapping[str, str]]
_ASKED: tuple[Asked, ...] = (
    ("no such path", "/nowhere", {}),
    ("a selector", f"{LAG}?labelSelector=a+b", {}),
    ("a time limit", f"{LAG}?timeout=x", {}),
    ("a number of items", f"{LAG}?limit=x", {}),
    ("a watch", f"{LAG}?watch=1", {}),
    ("a form", LAG, {"Accept": "application/xml"}),
)


def statuses() -> Iterator[str]:
    """The messages of Statuses."""
    return iter(asyncio.run(_statuses()))


async def _statuses() -> list[str]:
    lines: list[str] = []
    async with api_server() as server:
        for name, path, headers in _ASKED:
            lines += shown(name, [await _message(server.caller, path, headers)])
        lines += shown("a method", [await _message(server.caller, LAG, {}, method="POST")])
        lines += shown("no token", [await _message(server.stranger, LAG, {})])
    for name, answer in _ANSWERS.items():
        lines += shown(name, [await _of_a_caller(provider=ScriptedProvider(answer=answer))])
    bug = ScriptedProvider(bug=RuntimeError("the secret is 42"))
    lines += shown("a bug", [await _of_a_caller(provider=bug)])
    lines += shown("no right", [await _of_a_caller(deciders=Deciders(verdict=Denied(reason="")))])
    lines += shown("too many of one caller", [await _of_a_caller(limits=_NO_PLACE)])
    lines += shown("too many of all", [await _of_a_caller(limits=_BUSY)])
    return lines


_ANSWERS: Mapping[str, Answer] = {
    "no such metric": UnknownMetric(message="no rule serves the external metric 'lag'"),
    "nothing that can be asked": Refused(message="the selector compares label 'a' by '>'"),
    "no Prometheus": Broken(message="prometheus: query failed: the connection failed", code=HTTPStatus.BAD_GATEWAY),
}


async def _of_a_caller(
    provider: ScriptedProvider | None = None,
    deciders: Deciders | None = None,
    limits: InFlightLimits = _USUAL,
) -> str:
    async with api_server(provider, deciders, limits) as server:
        return await _message(server.caller, LAG, {})


async def _message(session: aiohttp.ClientSession, path: str, headers: Mapping[str, str], method: str = "GET") -> str:
    async with session.request(method, path, headers=headers) as answer:
        status = msgspec.json.decode(await answer.read())
    return f"{status['code']} {status['reason']}: {status['message']}"


def callers() -> Iterator[str]:
    """Why somebody is nobody, and why one may not."""
    somebody = SomeAuthority("somebody's").client("intruder").der
    for name, certificate in (("nothing at all", None), ("somebody's certificate", somebody)):
        authentication = Authentication(trust=ClientTrust(), tokens=Deciders(), clock=ManualClock())
        evidence = Evidence(certificate_der=certificate, headers=CIMultiDict())
        verdict = asyncio.run(authentication.identify(evidence))
        assert isinstance(verdict, Unauthenticated)
        yield from shown(name, [verdict.reason])
    metric = MetricAccess(verb="list", namespace="jobs", metric="lag")
    denied = asyncio.run(FrontProxyOnly().review(_TESTER, metric))
    assert isinstance(denied, Denied)
    yield from shown("a token, without a cluster", [refusal_text(_TESTER, metric, denied)])
    yield from shown("a path", [refusal_text(_TESTER, PathAccess(verb="get", path="/metrics"), Denied(reason=""))])


def probes() -> Iterator[str]:
    report = Report(probe="readyz", checks={"rules": True, "trust": False})
    yield from shown("one that fails", [report.text])
    yield from shown("all is well", [Report(probe="livez", checks={"ping": True}).text])


def credentials() -> Iterator[str]:
    """Certificates, keys and the Secret of the adapter's own authority that are no good."""
    own, other = authority(), authority()
    serving = SomeAuthority("ours").server("localhost")
    cases: Mapping[str, Callable[[], object]] = {
        "authorities that are none": lambda: Authorities.read(b"x", source="ca.crt"),
        "a serving certificate that is none": lambda: serving_certificate_of(b"x", b"x", source="tls.crt"),
        "a serving key that is none": lambda: serving_certificate_of(own.certificate_pem, b"x", source="tls.crt"),
        "a serving key of another": lambda: serving_certificate_of(
            own.certificate_pem, other.key_pem, source="tls.crt"
        ),
        "a list of names that is none": lambda: trust_of_config_map({"requestheader-allowed-names": "front-proxy"}),
        "an authority that is none": lambda: Authority.read(b"x", b"x"),
        "an authority's key that is none": lambda: Authority.read(own.certificate_pem, b"x"),
        "an authority's key of another": lambda: Authority.read(own.certificate_pem, other.key_pem),
        "an authority that may not sign": lambda: Authority.read(serving.certificate_pem, serving.key_pem),
    }
    for name, read in cases.items():
        try:
            read()
        except (CertificateError, AuthorityError) as error:
            yield from shown(name, [str(error)])
        else:
            raise AssertionError(f"{name} was taken")
    yield from _secrets()


def _secrets() -> Iterator[str]:
    good, other = (new_secret(OWN.secret, keyring()) for _ in range(2))
    changes: Mapping[str, dict[str, object]] = {
        "a Secret of somebody else": {"type": "kubernetes.io/tls"},
        "a Secret that lacks a part": {"data": {"ca.crt": ""}},
        "a Secret that is no base64": {"data": {**good.data, "tls.crt": "x"}},
        "a Secret with another's key": {"data": {**good.data, "tls.key": other.data["tls.key"]}},
    }
    for name, change in changes.items():
        seen = authority_in(msgspec.structs.replace(good, **change))
        assert isinstance(seen, Unusable), name
        yield from shown(name, [seen.reason])
