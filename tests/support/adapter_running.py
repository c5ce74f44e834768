"""The whole adapter in this process, over TLS and on a clock moved by hand. Any cluster only reviews callers."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from adapter.app import prepare, served
from adapter.config import Flags, settings_of
from tests.support.adapter_files import NAME, AdapterFiles
from tests.support.clock import ManualClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from adapter.app import Prepared

NOWHERE = "http://127.0.0.1:9"
WHILE_CERTIFICATES_COUNT = datetime(2030, 1, 1, tzinfo=UTC)

# The engine's listing of names, and one service each for rules, trust and the serving certificate.
_SLEEPERS = 4


class Running:
    """The adapter, with a clock that makes it look at its files."""

    def __init__(self, url: str, clock: ManualClock) -> None:
        self.url = url
        self._clock = clock

    async def look(self) -> None:
        """Let ten seconds pass and the reloads come to an end."""
        await self._clock.until_asleep(_SLEEPERS)
        await self._clock.advance(10)
        await self._clock.until_asleep(_SLEEPERS)


@asynccontextmanager
async def running(
    files: AdapterFiles, prometheus: str = NOWHERE, kubeconfig: Path | None = None
) -> AsyncIterator[Running]:
    clock = ManualClock(WHILE_CERTIFICATES_COUNT)
    async with served(prepared(files, prometheus, kubeconfig), clock) as adapter, asyncio.TaskGroup() as tasks:
        services = [tasks.create_task(service) for service in adapter.services()]
        yield Running(adapter.site.url, clock)
        for service in services:
            service.cancel()


def _flags(files: AdapterFiles, prometheus: str, kubeconfig: Path | None) -> Flags:
    return Flags(
        rules=files.rules,
        prometheus=prometheus,
        listen="127.0.0.1:0",
        tls_cert_file=files.folder / "tls.crt",
        tls_private_key_file=files.folder / "tls.key",
        client_ca_file=files.folder / "clients.crt",
        requestheader_client_ca_file=files.folder / "proxies.crt",
        requestheader_allowed_names=(NAME,),
        kubeconfig=kubeconfig,
    )


def prepared(files: AdapterFiles, prometheus: str = NOWHERE, kubeconfig: Path | None = None) -> Prepared:
    settings = settings_of(_flags(files, prometheus, kubeconfig), environ={})
    return prepare(settings, ManualClock(WHILE_CERTIFICATES_COUNT))
