"""Which client asks which server? One for each, kept while the server's description stays the same."""

import asyncio
from collections.abc import Iterable

from adapter.process.clock import Clock
from adapter.prometheus.client import ClientLimits, PrometheusClient
from adapter.prometheus.observer import SILENT, EngineObserver
from adapter.prometheus.servers import PrometheusServer


class Fleet:
    """Clients by the names of their servers. One that is no longer wanted answers what it was asked, then closes."""

    def __init__(
        self,
        servers: Iterable[PrometheusServer],
        clock: Clock,
        *,
        limits: ClientLimits,
        tasks: asyncio.TaskGroup,
        observer: EngineObserver = SILENT,
    ) -> None:
        self._clock = clock
        self._limits = limits
        self._tasks = tasks
        self._observer = observer
        self._clients: dict[str, PrometheusClient] = {}
        self._retired: dict[PrometheusClient, asyncio.Task[None]] = {}
        self.replace(servers)

    def client(self, server: str) -> PrometheusClient:
        """The client of a server that was described."""
        return self._clients[server]

    def replace(self, servers: Iterable[PrometheusServer]) -> None:
        """Have a client for each of these servers and no other from now on."""
        before, self._clients = self._clients, {}
        for server in servers:
            kept = before.pop(server.name, None)
            if kept is not None and kept.server == server:
                self._clients[server.name] = kept
                continue
            if kept is not None:
                self._retire(kept)
            self._clients[server.name] = PrometheusClient(
                server, self._clock, limits=self._limits, observer=self._observer
            )
        for unwanted in before.values():
            self._retire(unwanted)

    async def close(self) -> None:
        """Close every client at once, also those that are still at their last questions."""
        for closing in self._retired.values():
            closing.cancel()
        for client in (*self._clients.values(), *self._retired):
            await client.close()

    def _retire(self, client: PrometheusClient) -> None:
        self._retired[client] = self._tasks.create_task(self._close_later(client))

    async def _close_later(self, client: PrometheusClient) -> None:
        await self._clock.sleep(_LAST_QUESTIONS_SECONDS)
        del self._retired[client]
        await client.close()


_LAST_QUESTIONS_SECONDS = 31.0
"""No question takes longer than the longest timeout that a rule may have."""
