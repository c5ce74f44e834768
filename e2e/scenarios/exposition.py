"""How do Pods show what they work on, when a scenario decides it? By series that the scenario itself serves."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from e2e.scenarios.objects import QUEUE


@contextmanager
def jobs_shown(namespace: str, jobs: Mapping[str, int]) -> Iterator[str]:
    """Serve `jobs_running` of each Pod at the address that is given, until the context is left."""
    lines = [
        f'jobs_running{{namespace="{namespace}",name="{QUEUE}",pod="{pod}"}} {count}\n' for pod, count in jobs.items()
    ]
    body = "".join(lines).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/plain; version=0.0.4")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(BrokenPipeError, ConnectionResetError):
                self.wfile.write(body)

        def log_message(self, *_words: object) -> None:
            """Say nothing: a scrape is no event of a scenario."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, name="exposition")
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
