"""What does the scaler serve over HTTP? Its probes, its own metrics, and `/wake`; nothing that needs an identity."""

from collections.abc import Callable

from aiohttp import web
from prometheus_client.aiohttp import make_aiohttp_handler

from scaler.telemetry.metrics import ScalerMetrics
from scaler.wake import LARGEST_BODY_BYTES, Waker, answer_wake


def probes(ready: Callable[[], bool], metrics: ScalerMetrics, waker: Waker) -> web.Application:
    """`/livez` while the loop turns, `/readyz` once everything was listed, `/metrics`, `POST /wake`."""

    async def livez(_request: web.Request) -> web.Response:
        return web.Response(text="ok")

    async def readyz(_request: web.Request) -> web.Response:
        if ready():
            return web.Response(text="ok")
        return web.Response(status=503, text="not ready: the watches have not listed everything yet\n")

    async def wake(request: web.Request) -> web.Response:
        return await answer_wake(request, waker)

    app = web.Application(client_max_size=LARGEST_BODY_BYTES)
    app.add_routes(
        [
            web.get("/livez", livez),
            web.get("/healthz", livez),
            web.get("/readyz", readyz),
            web.get("/metrics", make_aiohttp_handler(metrics.registry)),
            web.post("/wake", wake),
        ]
    )
    return app
