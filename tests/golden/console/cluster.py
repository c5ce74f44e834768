"""What do the golden command lines talk to? One server that plays an API server and a Prometheus, from a script."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.unit.scaler.cli.peered import ACTIVE, autoscaler

_FOLDER = "/apis/lagzero.dev/v1alpha1/namespaces/jobs/zeropodautoscalers"
_EVERYWHERE = "/apis/lagzero.dev/v1alpha1/zeropodautoscalers"
_PAUSED = {"lagzero.dev/paused": "moving the queue", "lagzero.dev/paused-until": "2999-01-01T00:00:00Z"}
_WAITING = {
    "type": "lagzero.dev/DemandWaiting",
    "status": "True",
    "reason": "WaitingWhilePaused",
    "message": "metric lag has shown demand since 2026-01-01T11:50:00Z",
    "lastTransitionTime": "2026-01-01T11:55:00Z",
}
_HELD = "scaling is paused by the annotation lagzero.dev/paused"


def _held(*besides: object) -> dict[str, object]:
    active = {
        "type": "ScalingActive",
        "status": "False",
        "reason": "ScalingPaused",
        "message": _HELD,
        "lastTransitionTime": "2026-01-01T11:40:00Z",
    }
    return {
        "currentReplicas": 2,
        "desiredReplicas": 2,
        "state": "PausedExplicitly",
        "conditions": [active, *besides],
    }


AUTOSCALERS: dict[str, dict[str, Any]] = {
    "worker": autoscaler(status=ACTIVE),
    "paused": autoscaler("paused", annotations=_PAUSED, status=_held()),
    "workloads": autoscaler("workloads", status=_held(_WAITING)),
    "new": autoscaler("new"),
    "unreadable": autoscaler("unreadable", status={"lastScaleTime": "yesterday"}),
}


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path.startswith("/bare/"):
            self._not_found("the server could not find the requested resource")
        elif path.startswith("/api/v1/label/"):
            self._prometheus([])
        elif path in {_FOLDER, _EVERYWHERE}:
            self._answer(HTTPStatus.OK, {"metadata": {"resourceVersion": "1"}, "items": list(AUTOSCALERS.values())})
        elif path.endswith(("/zeropodautoscalers", "/horizontalpodautoscalers")):
            self._answer(HTTPStatus.OK, {"metadata": {"resourceVersion": "1"}, "items": []})
        else:
            self._one(path)

    def do_PATCH(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._one(urlsplit(self.path).path)

    def do_POST(self) -> None:
        """A query: what it asks for decides what Prometheus finds. The API server knows of no dry run."""
        if self.path.startswith("/apis/"):
            self.rfile.read(int(self.headers["Content-Length"]))
            status = {
                "kind": "Status",
                "status": "Failure",
                "message": "no dryRun",
                "reason": "BadRequest",
                "code": 400,
            }
            self._answer(HTTPStatus.BAD_REQUEST, status)
            return
        promql = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())["query"][0]
        if "refused" in promql:
            self._answer(HTTPStatus.BAD_REQUEST, {"status": "error", "errorType": "bad_data", "error": "parse error"})
        elif "timestamp" in promql:
            self._prometheus([_sample("3")])
        elif "gone" in promql or ("nothing" in promql and "not_a_number" not in promql):
            self._prometheus([])
        elif "several" in promql or "many" in promql:
            self._prometheus([_sample("20", name="a"), _sample("22.5", name="b")])
        else:
            self._prometheus([_sample("NaN" if "nothing" in promql else "42", name="worker_tasks")])

    def log_message(self, *_arguments: object) -> None:
        """Nothing is logged."""

    def _one(self, path: str) -> None:
        name = path.rpartition("/")[2]
        if name in AUTOSCALERS:
            self._answer(HTTPStatus.OK, AUTOSCALERS[name])
            return
        self._not_found(f'zeropodautoscalers.lagzero.dev "{name}" not found')

    def _not_found(self, text: str) -> None:
        status = {"kind": "Status", "status": "Failure", "message": text, "reason": "NotFound", "code": 404}
        self._answer(HTTPStatus.NOT_FOUND, status)

    def _prometheus(self, result: list[Any]) -> None:
        labels = "label" in self.path
        self._answer(
            HTTPStatus.OK,
            {"status": "success", "data": result if labels else {"resultType": "vector", "result": result}},
        )

    def _answer(self, status: HTTPStatus, body: object) -> None:
        encoded = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(encoded)))
        self.end_headers()
        self.wfile.write(encoded)


def _sample(value: str, **labels: str) -> dict[str, Any]:
    return {"metric": labels, "value": [1767268800, value]}


@contextmanager
def running() -> Iterator[str]:
    """Its host and port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
