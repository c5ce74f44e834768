"""What does the adapter's API server say when the cluster, a caller or a file lets it down? And its fixed documents."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import aiohttp
import msgspec
from aiohttp import web

from adapter.apiserver import openapi
from adapter.apiserver.answers import errors_as_status
from adapter.apiserver.attributes import MetricAccess
from adapter.apiserver.authentication import NoTokens, TokenVerdict
from adapter.apiserver.authorization import Allowed
from adapter.apiserver.client_certificates import CertificateError
from adapter.apiserver.credential_files import ServingFiles, TrustFiles
from adapter.apiserver.identity import Identity, ProvenBy
from adapter.apiserver.inflight import InFlightLimits
from adapter.apiserver.negotiation import Representation
from adapter.apiserver.probes import Readiness, Report
from adapter.apiserver.readyanswers import json_message
from adapter.apiserver.reviews import ClusterAccess, ClusterTokens
from adapter.apiserver.serving_certificates import ServingCertificate
from adapter.apiserver.tls import build_context
from adapter.apiserver.trust_sources import ClusterTrust
from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from adapter.process.sites import ListenAddress, serving
from tests.golden.mistakes.shown import shown
from tests.support.api_server import LAG, ApiServer, Deciders, ScriptedProvider, api_server
from tests.support.authorities import Authority
from tests.support.clock import ManualClock
from tests.support.http_peer import http_peer, json_answer, status_answer, stream_answer
from tests.support.own_authorities import NOW
from tests.support.reflecting import listing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tests.support.http_peer import Answer

_TESTER = Identity(user="tester", proven_by=ProvenBy.TOKEN)
_METRIC = MetricAccess(verb="list", namespace="jobs", metric="lag")
_ANYWHERE = ListenAddress(host="127.0.0.1", port=0)


def crowds() -> Iterator[str]:
    """Requests that are too slow, too large or too many."""
    return iter(asyncio.run(_crowds()))


async def _crowds() -> list[str]:
    slow = _SlowDeciders()
    async with api_server(deciders=slow, limits=InFlightLimits(proving=1)) as server, asyncio.TaskGroup() as tasks:
        first = tasks.create_task(_status(server, LAG, "unknown"))
        await slow.reached.wait()
        crowded = await _status(server, LAG, "another")
        slow.released.set()
        await first
    async with api_server(ScriptedProvider(hangs=True)) as server:
        late = await _status(server, f"{LAG}?timeout=50ms", "good")
    return [
        *shown("tokens that nobody knows", [crowded]),
        *shown("an engine that doesn't answer", [late]),
        *shown("too large a request", [await _too_large()]),
    ]


@dataclass(slots=True, kw_only=True)
class _SlowDeciders(Deciders):
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    async def identify(self, token: str) -> TokenVerdict:
        if token != "good":
            self.reached.set()
            await self.released.wait()
        return await Deciders.identify(self, token)


async def _status(server: ApiServer, path: str, token: str) -> str:
    async with server.stranger.get(path, headers={"Authorization": f"Bearer {token}"}) as answer:
        return _text(await answer.read())


async def _too_large() -> str:
    app = web.Application(middlewares=[errors_as_status], client_max_size=1)
    app.router.add_post("/", _read)
    async with serving(app, _ANYWHERE) as site, aiohttp.request("POST", site.url, data=b"12") as answer:
        return _text(await answer.read())


async def _read(request: web.Request) -> web.StreamResponse:
    return web.Response(body=await request.read())


def _text(body: bytes) -> str:
    status = msgspec.json.decode(body)
    return f"{status['code']} {status['reason']}: {status['message']}"


def reviews() -> Iterator[str]:
    """What the log says of callers whom the cluster doesn't know, or doesn't judge."""
    yield from shown("a token, without a cluster", [_reason(asyncio.run(NoTokens().identify("secret")))])
    refusal = status_answer(403, reason="Forbidden", message="not you")
    tokens = {"a token that expired": json_answer({"status": {"error": "expired"}}, code=201), "no right": refusal}
    for name, answer in tokens.items():
        yield from shown(f"{name}: whose token", [_reason(asyncio.run(_identified(answer)))])
    yield from shown("no right: who may", [asyncio.run(_reviewed(refusal))])


def _reason(verdict: TokenVerdict) -> str:
    assert not isinstance(verdict, Identity)
    return verdict.reason


async def _identified(answer: Answer) -> TokenVerdict:
    async with http_peer(answer) as peer, _client(peer.url) as client:
        return await ClusterTokens(client).identify("secret")


async def _reviewed(answer: Answer) -> str:
    async with http_peer(answer) as peer, _client(peer.url) as client:
        verdict = await ClusterAccess(client).review(_TESTER, _METRIC)
    assert not isinstance(verdict, Allowed)
    return verdict.reason


def _client(url: str) -> KubeClient:
    return KubeClient.of(Access(cluster=Cluster(server=url)), user_agent="test", deadline_seconds=60)


def files() -> Iterator[str]:
    """Certificates and authorities that are gone, or that OpenSSL doesn't take."""
    one, other = (Authority(name).server("localhost") for name in ("one", "other"))
    torn = ServingCertificate(chain_pem=one.certificate_pem, key_pem=other.key_pem, not_valid_after=NOW)
    whole = ServingCertificate(chain_pem=one.certificate_pem, key_pem=one.key_pem, not_valid_after=NOW)
    with TemporaryDirectory() as folder:
        gone = Path(folder) / "gone"
        cases: Mapping[str, Callable[[], object]] = {
            "no certificate": lambda: ServingFiles(certificate=gone, key=gone).read(),
            "a certificate and another's key": lambda: build_context(torn, b""),
            "authorities that are none": lambda: build_context(whole, b"x"),
        }
        for name, read in cases.items():
            try:
                read()
            except CertificateError as error:
                yield from shown(name, [str(error).replace(folder, "FOLDER")])
            else:
                raise AssertionError(f"{name} was taken")
    yield from shown("the cluster's ConfigMap is deleted", [asyncio.run(_deleted())])


async def _deleted() -> str:
    watched = asyncio.Event()
    async with http_peer(listing("7"), stream_answer(until=watched)) as peer, _client(peer.url) as client:
        source = ClusterTrust(TrustFiles(), client)
        reflector = source.watch(ManualClock())
        assert reflector is not None
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(reflector.run())
            await reflector.synced.wait()
            try:
                await source.load()
            except CertificateError as error:
                return str(error)
            finally:
                running.cancel()
                watched.set()
    raise AssertionError("it was there")


def notes() -> Iterator[str]:
    """What a probe tells beside its checks."""
    readiness = Readiness()
    for subject in ("rules", "authentication", "serving certificate", "own authority"):
        readiness.outdated(subject)
    report = Report(probe="readyz", checks=readiness.readiness_checks, notes=readiness.notes)
    yield from shown("nothing new can be used", [report.text])


def documents() -> Iterator[str]:
    """The description in OpenAPI, and the head of an answer."""
    for name, document in (("2.0", openapi.version_2()), ("3.0", openapi.group_version())):
        yield from shown(name, [msgspec.json.format(document[Representation.JSON].body, indent=2).decode()])
    message = json_message(b"{}", audit_id="1-2-3", now=NOW)
    yield from shown("an answer", filter(None, message.decode().splitlines()))
