"""An exporter on loopback whose series a test sets.

It says of each sample when it was taken: a scrape that fails on a busy machine takes no series away then.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from adapter.process.clock import SystemClock


class Exporter:
    """Series as text: `queue_depth{name="a"}` and the value as Prometheus' text format has it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._series: dict[str, str] = {}
        self.address = ""

    def set(self, series: str, value: str) -> None:
        """Show `series` with `value` from the next scrape on. A value may bring a time of its own, in milliseconds."""
        with self._lock:
            self._series[series] = value

    def exposition(self) -> bytes:
        now = round(SystemClock().now().timestamp() * 1000)
        with self._lock:
            lines = (
                f"{series} {value}\n" if " " in value else f"{series} {value} {now}\n"
                for series, value in self._series.items()
            )
            return "".join(lines).encode()


@contextmanager
def run_exporter() -> Iterator[Exporter]:
    """An exporter that answers every path on a free port of loopback until the context ends."""
    exporter = Exporter()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = exporter.exposition()
            self.send_response(200)
            self.send_header("Content-Type", "text/plain; version=0.0.4")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            # A scrape that ran out of time has hung up; the next one comes.
            with suppress(BrokenPipeError, ConnectionResetError):
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
            """Say nothing: a scrape is no event of a test."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        exporter.address = f"127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, name="exporter")
        thread.start()
        try:
            yield exporter
        finally:
            server.shutdown()
            thread.join()
