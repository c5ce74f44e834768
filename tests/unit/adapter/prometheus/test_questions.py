"""A question keeps the server's own parameters, whether it is sent in the body or in the URL."""

from dataclasses import replace
from datetime import UTC, datetime

from adapter.prometheus.questions import QueryQuestions, duration
from adapter.prometheus.servers import Method, parse_server

SERVER = parse_server("http://h/p?dedup=true&query=x")
AT = datetime(2025, 1, 1, 0, 0, 0, 500_000, tzinfo=UTC)


def test_a_query_is_a_form_beside_the_parameters_of_the_url() -> None:
    asked = QueryQuestions(SERVER).ask("up > 1", timeout_seconds=2, namespace="n", at=None)
    expected = ("POST", "http://h/p/api/v1/query?dedup=true&query=x", {"query": "up > 1", "timeout": "2s"}, "n")
    assert expected == (asked.method.value, str(asked.url), asked.form, asked.namespace)


def test_by_get_everything_is_in_the_url() -> None:
    server = replace(SERVER, method=Method.GET)
    asked = QueryQuestions(server).ask("a&b", timeout_seconds=2, namespace="", at=AT)
    parameters = [("dedup", "true"), ("query", "x"), ("query", "a&b"), ("timeout", "2s"), ("time", "1735689600.500")]
    assert ("GET", None, parameters) == (asked.method.value, asked.form, list(asked.url.query.items()))


def test_a_duration_is_whole_milliseconds_and_at_least_one() -> None:
    assert ["5s", "2500ms", "1ms"] == [duration(seconds) for seconds in (5, 2.5, 0.0001)]
