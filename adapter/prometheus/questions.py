"""What is asked of a server, before it is sent?"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from multidict import MultiDict
from yarl import URL

from adapter.prometheus.servers import Method, PrometheusServer


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`what` says in messages what failed; `namespace` is whose read it is, for headers that name it."""

    method: Method
    url: URL
    form: Mapping[str, str] | None
    what: str
    namespace: str


class QueryQuestions:
    """Makes the instant queries for one server; their URL is put together once."""

    def __init__(self, server: PrometheusServer) -> None:
        self._method = server.method
        self._url = server.endpoint("api/v1/query")

    def ask(self, promql: str, *, timeout_seconds: float, namespace: str, at: datetime | None) -> Question:
        """An instant query. Without `at` no time is sent: Prometheus' own now is the only one that can't be late."""
        form = {"query": promql, "timeout": duration(timeout_seconds)}
        if at is not None:
            form["time"] = f"{at.timestamp():.3f}"
        in_the_body = self._method is Method.POST
        return Question(
            method=self._method,
            url=self._url if in_the_body else self._url.extend_query(form),
            form=form if in_the_body else None,
            what="query failed",
            namespace=namespace,
        )


def label_values_question(server: PrometheusServer, label: str, *, match: str, since: datetime) -> Question:
    """The values of `label` on the series that `match` selects and that were seen since then."""
    params = MultiDict({"match[]": match, "start": f"{since.timestamp():.3f}"})
    url = server.endpoint(f"api/v1/label/{label}/values").extend_query(params)
    return Question(method=Method.GET, url=url, form=None, what="listing series names failed", namespace="")


def duration(seconds: float) -> str:
    """As Prometheus reads a duration: whole milliseconds, at least one."""
    milliseconds = max(1, round(seconds * 1000))
    return f"{milliseconds // 1000}s" if milliseconds % 1000 == 0 else f"{milliseconds}ms"
