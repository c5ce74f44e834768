"""What is said of an API server that answers in the wrong words, not at all, or to whom we can't speak?"""

from __future__ import annotations

import asyncio
import re
import ssl
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import aiohttp
import msgspec

from adapter.kube.access import Access, AccessError, Cluster, User, load_access
from adapter.kube.answers import decoded, unreachable
from adapter.kube.client import KubeClient
from adapter.kube.credentials import run_exec_plugin
from adapter.kube.errors import ApiError, api_error_of
from adapter.kube.transport import Request
from adapter.kube.watch_wire import MalformedError, ObjectDecoder, decode_event, decode_failure
from tests.golden.mistakes.shown import shown
from tests.support.authorities import Authority
from tests.support.http_peer import http_peer, stream_answer
from tests.support.reflecting import DemandingPod, event, listing, pod, reflecting

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping
    from datetime import datetime

    from tests.support.http_peer import Answer

_ASKED = Request(method="GET", path="/api/v1/pods")
_LINE_OF_C = re.compile(r" \(_ssl\.c:\d+\)")
_EXEC = "client.authentication.k8s.io/v1"


def answers() -> Iterator[str]:
    """Of the API server, or of what stands between."""
    for body in (b"", b"the proxy is tired", b'{"kind":"Status","code":500}'):
        yield from shown(f"500 {body.decode()}".rstrip(), [str(api_error_of(500, body, request=str(_ASKED)))])
    try:
        decoded(_ASKED, b'{"metadata": 5}', DemandingPod)
    except ApiError as error:
        yield from shown('200 {"metadata": 5}', [str(error)])


def connections() -> Iterator[str]:
    untrusted = ssl.SSLCertVerificationError("not this text")
    untrusted.verify_message = "self-signed certificate"
    errors: Mapping[str, Exception] = {
        "silence": TimeoutError(),
        "a certificate of a stranger": untrusted,
        "a host that isn't there": OSError(113, "No route to host"),
        "half an answer": aiohttp.ClientPayloadError("http://user:secret@h"),
    }
    for name, error in errors.items():
        yield from shown(name, [str(unreachable(_ASKED, error))])


def watches() -> Iterator[str]:
    """What a probe and the log say of a watch that is interrupted."""
    lines: Mapping[str, Callable[[], object]] = {
        "{not json}": lambda: decode_event(b"{not json}"),
        "an error that is none": lambda: decode_failure(decode_event(event("ERROR", {"code": "x"})), request="GET /x"),
        "an object that is none": lambda: ObjectDecoder(DemandingPod).metadata(msgspec.Raw(b'{"metadata": 5}')),
    }
    for name, read in lines.items():
        try:
            read()
        except MalformedError as error:
            yield from shown(name, [str(error)])
        else:
            raise AssertionError(f"{name} was read")
    yield from shown("a watch that ends at once", [asyncio.run(_interrupted(stream_answer()))])
    gone = stream_answer(event("DELETED", {"metadata": {"name": "a", "resourceVersion": "6"}}), then_hang=True)
    yield from shown("a deleted object without its spec", [asyncio.run(_interrupted(gone))])


async def _interrupted(answer: Answer) -> str:
    listed = listing("5", {**pod("a"), "spec": "x"})
    async with http_peer(listed, answer) as peer, reflecting(peer, item=DemandingPod) as seen:
        await seen.clock.until_asleep()
        return seen.reflector.trouble


def credentials() -> Iterator[str]:
    """Of our own, with which no client comes about."""
    with TemporaryDirectory() as folder:
        for name, connect in _connections(Path(folder)).items():
            try:
                asyncio.run(_done(connect))
            except AccessError as error:
                yield from shown(name, [_LINE_OF_C.sub("", str(error)).replace(folder, "FOLDER")])
            else:
                raise AssertionError(f"{name}: there was a way to the cluster")


async def _done(connect: Callable[[], Awaitable[None]]) -> None:
    await connect()


def _connections(folder: Path) -> Mapping[str, Callable[[], Awaitable[None]]]:
    (folder / "ca.crt").write_text("no certificate")
    certificate, _ = Authority("one").client("lagzero").write(folder, "one")
    _, key = Authority("two").client("lagzero").write(folder, "two")
    (folder / "token").write_text("secret")
    pod_of_one = {"KUBERNETES_SERVICE_HOST": "10.0.0.1"}
    (folder / "pod").mkdir()
    (folder / "pod" / "token").write_text("secret")
    return {
        "an authority that is none": partial(
            _connect, Access(cluster=_cluster(certificate_authority=str(folder / "ca.crt")))
        ),
        "a certificate and another's key": partial(
            _connect, Access(cluster=_cluster(), user=User(client_certificate=str(certificate), client_key=str(key)))
        ),
        "a plugin that isn't there": partial(
            _connect, Access(cluster=_cluster(), user=User(exec={"apiVersion": _EXEC, "command": f"{folder}/gone"}))
        ),
        "a plugin that fails later": partial(run_exec_plugin, _Plugin()),
        "a pod without a ca.crt": partial(_found, pod_of_one, folder / "pod"),
    }


def _cluster(certificate_authority: str | None = None) -> Cluster:
    return Cluster(server="https://127.0.0.1:1", certificate_authority=certificate_authority)


async def _connect(access: Access) -> None:
    async with KubeClient.of(access, user_agent="lagzero/test"):
        pass


async def _found(environ: Mapping[str, str], service_account: Path) -> None:
    load_access(None, environ=environ, service_account=service_account)


class _Plugin:
    """One that doesn't run any more."""

    token: str
    exec_plugin_expiry: datetime

    async def load_from_exec_plugin(self) -> bool:
        raise OSError(2, "No such file or directory")
