"""What `lagzero query` prints, and with which status it ends."""

import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import structlog
from click.testing import CliRunner, Result

from scaler.cli.query import query
from tests.support.prometheus_peer import vector

RULES = """
externalRules:
  - seriesQuery: '{__name__="queue_consumer_lag",name!=""}'
    metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (name)'
    resources: {overrides: {namespace: {resource: "namespace"}}}
"""
PROMQL = 'sum(queue_consumer_lag{name="worker_tasks",namespace="default"}) by (name)'


class Answers:
    """What the peer says to every request."""

    status = 200
    body = vector(({"name": "worker_tasks"}, "42"))
    url = ""


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """The command sends logs to the standard error of its runner, which is closed when a test is over."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture
def peer() -> Iterator[Answers]:
    answers = Answers()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(answers.status)
            self.send_header("Content-Length", str(len(answers.body)))
            self.end_headers()
            self.wfile.write(answers.body.encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        answers.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield answers
        server.shutdown()
        thread.join()


def run(tmp_path: Path, url: str, *words: str, rules: str = RULES) -> Result:
    (tmp_path / "rules.yaml").write_text(rules)
    arguments = ["--rules", str(tmp_path / "rules.yaml"), "--prometheus", url, *words]
    return CliRunner().invoke(query, arguments, catch_exceptions=False)


EXAMPLE = ("default", "queue_consumer_lag", "-l", "name=worker_tasks")


def test_the_answer_is_a_table_below_the_query(peer: Answers, tmp_path: Path) -> None:
    result = run(tmp_path, peer.url, *EXAMPLE)
    expected = (
        f"PromQL: {PROMQL}\n\n"
        "METRIC               VALUE   TIMESTAMP              LABELS\n"
        "queue_consumer_lag   42      2025-01-01T00:00:00Z   name=worker_tasks\n"
    )
    assert (0, expected, "") == (result.exit_code, result.stdout, result.stderr)


def test_as_json_it_is_the_very_body_of_the_api(peer: Answers, tmp_path: Path) -> None:
    result = run(tmp_path, peer.url, *EXAMPLE, "-o", "json")
    expected = (
        '{"kind":"ExternalMetricValueList","apiVersion":"external.metrics.k8s.io/v1beta1","metadata":{},'
        '"items":[{"metricName":"queue_consumer_lag","metricLabels":{"name":"worker_tasks"},'
        '"timestamp":"2025-01-01T00:00:00Z","value":"42"}]}\n'
    )
    assert (0, expected) == (result.exit_code, result.stdout)


def test_a_missing_metric_is_a_negative_answer_with_its_reason(peer: Answers, tmp_path: Path) -> None:
    peer.body = vector()
    result = run(tmp_path, peer.url, *EXAMPLE)
    expected = f"error: missing: the query worked, but there is no such series: {PROMQL}\n"
    assert (1, f"PromQL: {PROMQL}\n", expected) == (result.exit_code, result.stdout, result.stderr)


def test_a_missing_metric_is_as_json_the_empty_list(peer: Answers, tmp_path: Path) -> None:
    peer.body = vector()
    result = run(tmp_path, peer.url, *EXAMPLE, "-o", "json")
    assert (result.exit_code, result.stdout.endswith('"items":[]}\n')) == (1, True)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            ("default", "lag"),
            "error: unknown: no rule serves the external metric 'lag'; known are: queue_consumer_lag\n",
        ),
        (
            ("default", "queue_consumer_lag", "-l", "namespace=x"),
            "error: refused: the selector names label 'namespace'",
        ),
    ],
)
def test_a_negative_answer_has_its_reason_on_standard_error(
    peer: Answers, tmp_path: Path, words: tuple[str, ...], reason: str
) -> None:
    result = run(tmp_path, peer.url, *words)
    assert (result.exit_code, result.stdout, result.stderr.startswith(reason)) == (1, "", True)


def test_a_broken_metric_has_the_words_of_prometheus(peer: Answers, tmp_path: Path) -> None:
    peer.status, peer.body = 400, '{"status":"error","errorType":"bad_data","error":"parse error"}'
    result = run(tmp_path, peer.url, *EXAMPLE)
    assert (
        result.exit_code,
        result.stdout,
        result.stderr,
    ) == (1, "", f"error: broken: prometheus: query failed: parse error [PromQL: {PROMQL}]\n")


def test_an_unreachable_server_is_a_negative_answer(tmp_path: Path) -> None:
    result = run(tmp_path, "http://user:hidden@127.0.0.1:1", *EXAMPLE)
    cause = "prometheus: query failed: connection refused (http://127.0.0.1:1)"
    assert (1, f"error: broken: {cause} [PromQL: {PROMQL}]\n") == (result.exit_code, result.stderr)


def test_several_series_are_an_answer_with_a_warning(peer: Answers, tmp_path: Path) -> None:
    peer.body = vector(({"name": "a"}, "1.5"), ({"name": "b"}, "2"))
    result = run(tmp_path, peer.url, *EXAMPLE)
    expected = "warning: 2 series, which an autoscaler adds up to 3500m: "
    assert (0, True) == (result.exit_code, result.stderr.startswith(expected))


def test_a_metric_whose_rule_is_set_aside_is_broken_with_the_place(peer: Answers, tmp_path: Path) -> None:
    result = run(tmp_path, peer.url, *EXAMPLE, rules=RULES.replace("resources", "server: eu\n    resources"))
    expected = "error: broken: metric 'queue_consumer_lag': its rule is set aside, because it can't be served: "
    assert (1, True) == (result.exit_code, result.stderr.startswith(expected))


@pytest.mark.parametrize(
    ("url", "words", "rules", "error"),
    [
        ("http://h", (*EXAMPLE[:2], "-l", "a b"), RULES, "error: --selector: unable to parse requirement: "),
        ("h:9090", EXAMPLE, RULES, "error: --prometheus: not the URL of a Prometheus server"),
        ("http://h", EXAMPLE, "externalRules: {}", "error: {folder}/rules.yaml:1: expected a list, not a mapping\n"),
    ],
)
def test_a_wrong_flag_or_file_is_one_line_and_status_2(
    tmp_path: Path, url: str, words: tuple[str, ...], rules: str, error: str
) -> None:
    result = run(tmp_path, url, *words, rules=rules)
    assert (
        result.exit_code,
        result.stderr.startswith(error.replace("{folder}", str(tmp_path))),
        result.stderr.count("\n"),
    ) == (2, True, 1)
