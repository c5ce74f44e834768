"""A Prometheus that a test holds in its hand: the answers to the engine's queries, whole, partial or none.

It speaks as much of the HTTP API and of PromQL as the rule of these tests needs: one metric, selected by labels and
summed by labels.
"""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import msgspec

from adapter.process.clock import SystemClock

_LABEL = re.compile(r'(\w+)(=~|!=|=)"((?:[^"\\]|\\.)*)"')
_SLOW_SECONDS = 1.0
_BY = re.compile(r"\bby ?\(([^)]*)\)")


class Mood(Enum):
    """How are queries answered?"""

    WELL = "well"
    SLOW = "slow"
    EMPTY = "empty"
    PARTIAL = "partial"


class StandIn:
    """The series by name, their values, and how queries are answered; `queries` counts them."""

    def __init__(self) -> None:
        self.url = ""
        self.mood = Mood.WELL
        self.queries = 0
        self._values: dict[str, str] = {}

    def start_anew(self) -> None:
        """No series, and all is well."""
        self.mood, self._values = Mood.WELL, {}

    def expose(self, series: str, value: str) -> None:
        """Set a series; the next query sees it."""
        self._values = {**self._values, series: value}

    def conceal(self, series: str) -> None:
        """Take a series away."""
        self._values = {name: value for name, value in self._values.items() if name != series}

    def answer(self, promql: str) -> bytes:
        self.queries += 1
        if self.mood is Mood.SLOW:
            threading.Event().wait(_SLOW_SECONDS)
        # In this order: who changes the mood first, and a value after that, is never answered well with the new one.
        values, mood = self._values, self.mood
        now = SystemClock().now().timestamp()
        by = [label for found in _BY.findall(promql) for label in re.split(r", ?", found)]
        result = [
            {"metric": {label: labels[label] for label in by if label in labels}, "value": [now, value]}
            for labels, value in _selected(promql, values, mood)
        ]
        body: dict[str, object] = {"status": "success", "data": {"resultType": "vector", "result": result}}
        if mood is Mood.PARTIAL:
            body["warnings"] = ["a store did not answer"]
        return msgspec.json.encode(body)


def _selected(promql: str, values: Mapping[str, str], mood: Mood) -> list[tuple[dict[str, str], str]]:
    if mood is Mood.EMPTY:
        return []
    wanted = _LABEL.findall(promql)
    known = [({name: text for name, _, text in _LABEL.findall(series)}, value) for series, value in values.items()]
    found = [(labels, value) for labels, value in known if all(_holds(labels, *each) for each in wanted)]
    return found[: len(found) // 2] if mood is Mood.PARTIAL else found


def _holds(labels: Mapping[str, str], name: str, operator: str, text: str) -> bool:
    value, wanted = labels.get(name, ""), text.replace("\\\\", "\\")
    match operator:
        case "=":
            return value == wanted
        case "!=":
            return value != wanted
        case _:
            return re.fullmatch(wanted, value) is not None


@contextmanager
def run_stand_in() -> Iterator[StandIn]:
    """A stand-in that serves on a free port of loopback for the length of a block."""
    stand_in = StandIn()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            body = stand_in.answer(form["query"][0])
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(BrokenPipeError, ConnectionResetError):
                self.wfile.write(body)

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Say nothing: a query is no event of a test."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False  # its clients keep their connections open

    with Server(("127.0.0.1", 0), Handler) as server:
        stand_in.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, name="series")
        thread.start()
        try:
            yield stand_in
        finally:
            server.shutdown()
            thread.join()
