"""What does the scaler serve over HTTP? Its probes, its own metrics, and `/wake`; nothing that needs an identity."""

from collections.abc import Callable, Mapping, Sequence

from aiohttp import web
from prometheus_client.aiohttp import make_aiohttp_handler

from scaler.telemetry.metrics import ScalerMetrics
from scaler.wake import LARGEST_BODY_BYTES, Waker, answer_wake


def probes(
    obstacles: Mapping[str, Callable[[], str]],
    metrics: ScalerMetrics,
    waker: Waker,
    notes: Callable[[], Sequence[str]] = tuple,
) -> web.Application:
    """`/livez` while the loop turns, `/readyz` while nothing is in the way, `/metrics`, `POST /wake`.

    `obstacles` tell by name what each thing that could be in the way says of itself; nothing when all is well. `notes`
    are told to who asks for the whole report; nothing fails for them.
    """

    async def livez(_request: web.Request) -> web.Response:
        return web.Response(text="ok")

    async def readyz(request: web.Request) -> web.Response:
        found = {name: says() for name, says in obstacles.items()}
        noted = "".join(f"[!]{note}\n" for note in notes())
        if any(found.values()):
            return web.Response(status=503, text=f"{_told(found)}{noted}readyz check failed\n")
        report = f"{_told(found)}{noted}readyz check passed\n"
        return web.Response(text=report if "verbose" in request.query else "ok")

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


def obstacles(unlisted: Callable[[], str], lease: Callable[[], str]) -> Mapping[str, Callable[[], str]]:
    """What keeps a scaler from being ready. One that follows is: it has listed everything, and may take over."""
    return {"watches": unlisted, "lease": lease}


def _told(found: Mapping[str, str]) -> str:
    """A line for each, as the API server's own probes write it, but with the reason."""
    return "".join(f"[-]{name} failed: {reason}\n" if reason else f"[+]{name} ok\n" for name, reason in found.items())
