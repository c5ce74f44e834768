"""How do credentials stay fresh in a program that runs for months? Each kind is a hook that runs before every request.

The hooks have the form that kubernetes_asyncio's `Configuration.refresh_api_key_hook` takes. What can't be
refreshed keeps its last good value: the API server then says 401, and that is a clear answer.
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Final, Protocol

import structlog

from adapter.kube.kubeconfig import AccessError
from adapter.kube.library import library

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

_EXEC_SECONDS: Final = 30.0
_EXEC_PAUSE_SECONDS: Final = 10.0
_SHOWN_CHARACTERS: Final = 300

log = structlog.get_logger()

Stamp = tuple[tuple[int, int, int] | None, ...]


class Configuration(Protocol):
    """The part of kubernetes_asyncio's Configuration that a hook changes."""

    api_key: dict[str, str]


class ExecLoader(Protocol):
    """The part of kubernetes_asyncio's KubeConfigLoader that runs an exec plugin."""

    token: str
    exec_plugin_expiry: datetime

    async def load_from_exec_plugin(self) -> bool:
        """Run the plugin, unless what it gave last is good for five more minutes."""


def stamp_of(paths: Iterable[str | None]) -> Stamp:
    """What tells a changed file from an unchanged one; a mounted secret changes by a new inode."""
    return tuple(_stat(path) for path in paths if path)


class TokenFile:
    """A bearer token in a file that somebody else rotates, such as a service account's."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._stamp: Stamp = ()

    def __call__(self, configuration: Configuration) -> None:
        """Read the file again if it has changed; an empty or missing one is on its way to the next token."""
        stamp = stamp_of([self._path])
        if stamp == self._stamp:
            return
        try:
            with open(self._path, encoding="utf-8") as file:  # noqa: PTH123 - once per rotation, but on a hot path
                token = file.read().strip()
        except OSError as error:
            log.warning("can't read the token file, keeping the last token", path=self._path, reason=error.strerror)
            return
        if token:
            self._stamp = stamp
            configuration.api_key["BearerToken"] = f"Bearer {token}"


class ExecPlugin:
    """A token that a plugin of the kubeconfig hands out, renewed before it expires and after a 401."""

    def __init__(self, loader: ExecLoader) -> None:
        self._loader = loader
        self._lock = asyncio.Lock()
        self._refused = False
        self._not_before = 0.0

    def refused(self) -> None:
        """Note that the API server didn't take the token; the next request asks the plugin."""
        self._refused = True

    async def __call__(self, configuration: Configuration) -> None:
        """Renew the token if it is due. One plugin runs at a time; after a failure it rests for a while."""
        async with self._lock:
            now = asyncio.get_running_loop().time()
            if now < self._not_before or not self._is_due():
                return
            try:
                await run_exec_plugin(self._loader)
            except AccessError as error:
                self._not_before = now + _EXEC_PAUSE_SECONDS
                log.warning("can't renew the token, keeping the last one", reason=str(error))
                return
            self._refused = False
            if token := getattr(self._loader, "token", None):
                configuration.api_key["BearerToken"] = token

    def _is_due(self) -> bool:
        # The loader itself compares the expiry with the time; without one it would run the plugin every time.
        if self._refused and hasattr(self._loader, "exec_plugin_expiry"):
            del self._loader.exec_plugin_expiry
        return self._refused or hasattr(self._loader, "exec_plugin_expiry")


async def run_exec_plugin(loader: ExecLoader) -> None:
    """Let the plugin of the kubeconfig hand out its credentials. Raises AccessError."""
    try:
        async with asyncio.timeout(_EXEC_SECONDS):
            await loader.load_from_exec_plugin()
    except (library().config_exception, OSError, ValueError) as error:
        raise AccessError(f"the exec plugin failed: {one_line(error)}; run it by hand to see why") from error


def one_line(error: BaseException) -> str:
    """The text of a foreign error, cut to what belongs in a message."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "..."


def _stat(path: str) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - on the path of every request
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size
