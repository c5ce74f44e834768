"""What is said when a Prometheus that is there doesn't do what it should? Refusals, silence, and its files."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from adapter.prometheus.breaker import BreakerLimits
from adapter.prometheus.client import ClientLimits, PrometheusClient
from adapter.prometheus.credentials import Credentials, CredentialsError
from adapter.prometheus.errors import PrometheusError
from adapter.prometheus.servers import PrometheusServer, TlsFiles, parse_server
from adapter.prometheus.transport import TransportLimits
from tests.golden.mistakes.shown import shown
from tests.support.authorities import Authority
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer, connected

_STRANGERS: Mapping[int, str] = {302: "", 401: "no", 403: "no", 404: "no", 429: "slow down", 502: "<html>"}
_SOON = 0.02
_IMPATIENT = ClientLimits(patience_seconds=_SOON / 2, breaker=BreakerLimits(failures=3))
_ALONE = ClientLimits(transport=TransportLimits(concurrency=1, waiting=0))
_SHORT = ClientLimits(transport=TransportLimits(answer_bytes=10))


def refusals() -> Iterator[str]:
    return iter(asyncio.run(_refusals()))


async def _refusals() -> list[str]:
    lines: list[str] = []
    for status, body in _STRANGERS.items():
        async with connected(_answering(status, body)) as client:
            lines += shown(f"{status} {body}".rstrip(), [await _said(client)])
    async with connected(_answering(404, "no")) as client:
        lines += shown("names that can't be listed", [await _listed(client)])
    async with connected(_answering(200, "x" * 11), limits=_SHORT) as client:
        lines += shown("more than 10 bytes", [await _said(client)])
    return lines


def silence() -> Iterator[str]:
    return iter(asyncio.run(_silence()))


async def _silence() -> list[str]:
    async with connected(Peer(), limits=_IMPATIENT) as client:
        silent = [await _said(client, timeout_seconds=_SOON) for _ in range(3)]
        shunned = await _said(client)
    return [
        *shown("no answer", silent[:1]),
        *shown("no answer three times, and then another question", [shunned]),
        *shown("too many questions at once", [await _crowded()]),
    ]


async def _crowded() -> str:
    peer = Peer()
    async with connected(peer, limits=_ALONE) as client, asyncio.TaskGroup() as tasks:
        first = tasks.create_task(client.query("up", timeout_seconds=60))
        await peer.arrived.wait()
        said = await _said(client)
        peer.gate.set()
        await first
    return said


def _answering(status: int, body: str) -> Peer:
    peer = Peer(status=status, body=body)
    peer.gate.set()
    return peer


async def _said(client: PrometheusClient, *, timeout_seconds: float = 60) -> str:
    try:
        await client.query("up", timeout_seconds=timeout_seconds)
    except PrometheusError as error:
        return _timeless(client, error)
    raise AssertionError("it was answered")


async def _listed(client: PrometheusClient) -> str:
    since = datetime(2025, 1, 1, tzinfo=UTC)
    try:
        await client.label_values("__name__", match="up", since=since, timeout_seconds=60)
    except PrometheusError as error:
        return _timeless(client, error)
    raise AssertionError("they were listed")


def _timeless(client: PrometheusClient, error: PrometheusError) -> str:
    return f"{type(error).__name__}: {str(error).replace(client.server.address, 'http://SERVER/')}"


def credentials() -> Iterator[str]:
    """Files that no server can be shown."""
    with TemporaryDirectory() as folder:
        for name, server in _servers(Path(folder)).items():
            yield from shown(name, [asyncio.run(_presented(server)).replace(folder, "FOLDER")])


def _servers(folder: Path) -> Mapping[str, PrometheusServer]:
    certificate, _ = Authority("one").client("lagzero").write(folder, "one")
    _, key = Authority("two").client("lagzero").write(folder, "two")
    (folder / "token").write_text("two\nlines")
    (folder / "ca").write_text("nothing")
    plain = parse_server("http://h:9090")
    return {
        "a token in two lines": replace(plain, bearer_token_file=folder / "token"),
        "no token": replace(plain, bearer_token_file=folder / "none"),
        "an authority that is none": replace(plain, tls=TlsFiles(ca=folder / "ca")),
        "a certificate and another's key": replace(plain, tls=TlsFiles(certificate=certificate, key=key)),
    }


async def _presented(server: PrometheusServer) -> str:
    try:
        await Credentials(server, ManualClock()).current()
    except CredentialsError as error:
        return str(error)
    raise AssertionError("they could be shown")
