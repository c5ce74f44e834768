"""What is shown to a server, and whom does it have to be? Headers and TLS, from files that may change at any time."""

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import structlog

from adapter.process.clock import Clock
from adapter.prometheus.servers import PrometheusServer, TlsFiles, basic_authorization

REREAD_SECONDS = 10.0
"""How long what was read from files counts before they are looked at again."""

_log = structlog.get_logger(__name__)


class CredentialsError(Exception):
    """A file that can't be used, named, without what is in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presented:
    """Headers that go with every request; `tls` is None where the library's own defaults do."""

    headers: Mapping[str, str]
    tls: ssl.SSLContext | None = None


class Credentials:
    """What one server is shown. Files that became unreadable leave what was read before in use, and that is logged."""

    def __init__(self, server: PrometheusServer, clock: Clock) -> None:
        self._server = server
        self._clock = clock
        self._presented: Presented | None = None
        self._read_at = 0.0
        self._seen: tuple[bytes, ...] = ()
        self._complaint = ""
        self._reading = asyncio.Lock()
        if not _files_of(server):
            self._presented = Presented(headers=_fixed_headers(server))
        self._static = self._presented is not None

    async def current(self) -> Presented:
        """What to show now. Raises CredentialsError when it could never be read."""
        if self._presented is not None and (self._static or not self._is_due()):
            return self._presented
        async with self._reading:
            if self._presented is None or self._is_due():
                self._presented = await self._refreshed()
                self._read_at = self._clock.monotonic()
            return self._presented

    def doubt(self) -> None:
        """The server didn't like them: look at the files before the next request."""
        self._read_at = self._clock.monotonic() - REREAD_SECONDS

    def _is_due(self) -> bool:
        return self._clock.monotonic() - self._read_at >= REREAD_SECONDS

    async def _refreshed(self) -> Presented:
        try:
            contents = await asyncio.to_thread(_contents_of, self._server)
            if self._presented is not None and contents == self._seen:
                return self._presented
            presented = await asyncio.to_thread(_presented, self._server)
        except CredentialsError as error:
            if self._presented is None:
                raise
            if str(error) != self._complaint:
                _log.error("kept the old credentials, the new ones are bad", server=self._server.name, cause=str(error))
            self._complaint = str(error)
            return self._presented
        self._seen, self._complaint = contents, ""
        return presented


def _files_of(server: PrometheusServer) -> tuple[Path, ...]:
    basic = server.basic.password_file if server.basic is not None else None
    named = (server.bearer_token_file, basic, server.tls.ca, server.tls.certificate, server.tls.key)
    return tuple(path for path in named if path is not None)


def _contents_of(server: PrometheusServer) -> tuple[bytes, ...]:
    return tuple(_read(path) for path in _files_of(server))


def _presented(server: PrometheusServer) -> Presented:
    headers = dict(_fixed_headers(server))
    if server.bearer_token_file is not None:
        headers["Authorization"] = f"Bearer {_read_secret(server.bearer_token_file)}"
    if server.basic is not None:
        password = _read_secret(server.basic.password_file)
        headers["Authorization"] = basic_authorization(server.basic.username, password)
    return Presented(headers=MappingProxyType(headers), tls=_tls_context(server.tls))


def _fixed_headers(server: PrometheusServer) -> Mapping[str, str]:
    # Compressing an answer of one sample costs Prometheus several times what evaluating it does.
    headers = {"Accept-Encoding": "identity", "Accept": "application/json"}
    if server.authorization is not None:
        headers["Authorization"] = server.authorization
    return headers


def _tls_context(files: TlsFiles) -> ssl.SSLContext | None:
    if files.ca is None and files.certificate is None:
        return None
    try:
        context = ssl.create_default_context(cafile=files.ca)
    except (OSError, ValueError) as error:
        raise CredentialsError(f"{files.ca} holds no certificates of authorities: {_reason(error)}") from error
    if files.certificate is not None:
        try:
            context.load_cert_chain(files.certificate, files.key)
        except (OSError, ValueError) as error:
            raise CredentialsError(
                f"{files.certificate} and {files.key} don't go together: {_reason(error)}"
            ) from error
    return context


def _read_secret(path: Path) -> str:
    text = _read(path).decode(errors="replace").strip()
    if not text or not text.isprintable() or not text.isascii():
        raise CredentialsError(f"{path} holds no single line of text")
    return text


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CredentialsError(f"can't read {path}: {_reason(error)}") from error


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, ssl.SSLError):
        return (error.reason or "not understood").lower().replace("_", " ")
    return (getattr(error, "strerror", None) or "not understood").lower()
