"""What does the scaler serve over HTTP? Its probes and its own metrics; nothing that needs an identity."""

from collections.abc import Callable

from aiohttp import web
from prometheus_client.aiohttp import make_aiohttp_handler

from scaler.telemetry.metrics import ScalerMetrics


def probes(ready: Callable[[], bool], metrics: ScalerMetrics) -> web.Application:
    """`/livez` while the loop turns, `/readyz` once everything was listed, `/metrics`."""

    async def livez(_request: web.Request) -> web.Response:
        return web.Response(text="ok")

    async def readyz(_request: web.Request) -> web.Response:
        if ready():
            return web.Response(text="ok")
        return web.Response(status=503, text="not ready: the watches have not listed everything yet\n")

    app = web.Application()
    app.add_routes(
        [
            web.get("/livez", livez),
            web.get("/healthz", livez),
            web.get("/readyz", readyz),
            web.get("/metrics", make_aiohttp_handler(metrics.registry)),
        ]
    )
    return app
