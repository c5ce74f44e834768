"""Many questions to one Prometheus, over one connection: each by itself would use up the machine's ports."""

import http.client
import threading
import urllib.parse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus

import msgspec

from adapter.process.clock import SystemClock


class NotAQueryError(Exception):
    """Prometheus refused the query. The text is its own."""


class Queries:
    """A connection to one server, which is asked what was so at one moment.

    Later a scrape may fail on a busy machine, and then every series is gone until the next.
    """

    def __init__(self, connection: http.client.HTTPConnection, at: float) -> None:
        self._connection = connection
        self._at = at

    def labels(self, promql: str) -> list[Mapping[str, str]]:
        """The labels of an instant query's series; none for a scalar. Raises NotAQueryError."""
        body = urllib.parse.urlencode({"query": promql, "time": f"{self._at:.3f}"})
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept-Encoding": "identity"}
        self._connection.request("POST", "/api/v1/query", body, headers)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status != HTTPStatus.OK:
            raise NotAQueryError(f"{promql}: {content.decode(errors='replace')}")
        data = msgspec.json.decode(content, type=_Answer).data
        return (
            []
            if data.result_type != "vector"
            else [one.metric for one in msgspec.json.decode(data.result, type=_VECTOR)]
        )


@contextmanager
def queries_to(url: str, corpus: str, size: int) -> Iterator[Queries]:
    """Questions to the server at that URL, about a moment at which `corpus` selects that many series."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=30)
    try:
        yield _when_whole(connection, corpus, size)
    finally:
        connection.close()


def _when_whole(connection: http.client.HTTPConnection, corpus: str, size: int) -> Queries:
    for _ in range(_ATTEMPTS):
        queries = Queries(connection, SystemClock().now().timestamp())
        if len(queries.labels(corpus)) == size:
            return queries
        threading.Event().wait(0.1)
    raise TimeoutError(f"never were there {size} series of {corpus}")


class _Series(msgspec.Struct):
    metric: dict[str, str]


class _Data(msgspec.Struct, rename="camel"):
    result_type: str
    result: msgspec.Raw


class _Answer(msgspec.Struct):
    data: _Data


_ATTEMPTS = 300
_VECTOR = tuple[_Series, ...]
