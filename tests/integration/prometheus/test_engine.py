"""The engine on a real Prometheus: which answer does each state of the world give?"""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from adapter.externalmetrics.answers import Answer, Broken, Found, Refused, UnknownMetric
from adapter.externalmetrics.engine import build_engine
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.kube.selectors import parse_selector
from adapter.process.clock import SystemClock
from tests.support.prometheus_server import RealPrometheus

pytestmark = pytest.mark.integration

RULES = """
externalRules:
  - seriesQuery: '{__name__="queue_consumer_lag",name!=""}'
    metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (name)'
    resources: {overrides: {namespace: {resource: "namespace"}}}
  - seriesQuery: 'engine_value'
    metricsQuery: '<<.Series>>{<<.LabelMatchers>>,unused=""}'
    resources: {namespaced: false}
  - seriesQuery: '{__name__=~"^engine_pattern_.*"}'
    name: {matches: "^engine_pattern_(.*)$", as: "found-${1}"}
    metricsQuery: 'max(<<.Series>>{<<.LabelMatchers>>})'
    resources: {namespaced: false}
  - seriesQuery: 'engine_wrong'
    metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}'
    resources: {namespaced: false}
    cache: 0s
"""


@asynccontextmanager
async def engine(tmp_path: Path, url: str, rules: str = RULES) -> AsyncIterator[ExternalMetricsProvider]:
    (tmp_path / "rules.yaml").write_text(rules)
    async with build_engine(tmp_path / "rules.yaml", url, SystemClock()) as provider:
        yield provider


async def read(provider: ExternalMetricsProvider, metric: str, selector: str = "") -> Answer:
    return await provider.values(namespace="default", metric=metric, selector=parse_selector(selector), fresh=True)


def values(answer: Answer) -> list[str]:
    assert isinstance(answer, Found), answer
    return [item.value for item in answer.items]


async def test_a_namespaced_metric_is_summed_for_the_label_that_was_selected(
    prometheus: RealPrometheus, tmp_path: Path
) -> None:
    for namespace, name, value in (
        ("default", "worker_tasks", "42"),
        ("default", "b", "1"),
        ("other", "worker_tasks", "7"),
    ):
        prometheus.expose(f'queue_consumer_lag{{namespace="{namespace}",name="{name}"}}', value)
    async with engine(tmp_path, prometheus.url) as provider:
        answer = await read(provider, "queue_consumer_lag", "name=worker_tasks")
    assert isinstance(answer, Found)
    assert [(item.value, item.metric_labels) for item in answer.items] == [("42", {"name": "worker_tasks"})]


@pytest.mark.parametrize(
    ("case", "exposed", "expected"),
    [
        ("tenth", "0.1", "100m"),
        ("million", "1e+06", "1M"),
        ("less-than-milli", "0.0009", "900u"),
        ("zero", "0", "0"),
        ("negative", "-3", "-3"),
        ("less-than-nano", "1.5e-10", "1n"),
        ("largest", "9.223372036854774e+15", "9223372036854774"),
    ],
)
async def test_a_value_arrives_exactly(
    prometheus: RealPrometheus, tmp_path: Path, case: str, exposed: str, expected: str
) -> None:
    prometheus.expose(f'engine_value{{case="{case}"}}', exposed)
    async with engine(tmp_path, prometheus.url) as provider:
        assert [expected] == values(await read(provider, "engine_value", f"case={case}"))


@pytest.mark.parametrize(
    ("case", "exposed", "policy"),
    [
        ("nan", "NaN", "NaN, which is an error by policy onNaN=error"),
        ("inf", "+Inf", "+Inf, which is an error by policy onInf=error"),
        ("minus-inf", "-Inf", "-Inf, which is an error by policy onInf=error"),
        ("overflow", "1e+19", "10000000000000000000, which is an error by policy onInf=error"),
    ],
)
async def test_a_value_that_no_quantity_can_say_is_broken_and_named(
    prometheus: RealPrometheus, tmp_path: Path, case: str, exposed: str, policy: str
) -> None:
    prometheus.expose(f'engine_value{{case="{case}"}}', exposed)
    async with engine(tmp_path, prometheus.url) as provider:
        answer = await read(provider, "engine_value", f"case={case}")
    assert isinstance(answer, Broken)
    assert answer.message.startswith(
        f"prometheus: metric 'engine_value': the series {{__name__='engine_value', case='{case}', "
    )
    assert f" is {policy}" in answer.message


async def test_a_metric_without_series_is_missing_and_not_unknown(prometheus: RealPrometheus, tmp_path: Path) -> None:
    async with engine(tmp_path, prometheus.url) as provider:
        answer = await read(provider, "engine_value", "case=nobody")
    assert Found(items=(), query='engine_value{case="nobody",unused=""}') == answer


async def test_without_any_matcher_the_query_has_no_stray_comma(prometheus: RealPrometheus, tmp_path: Path) -> None:
    async with engine(tmp_path, prometheus.url) as provider:
        answer = await read(provider, "engine_value")
    # The values of other tests may be there or not: whether Prometheus takes the query is what counts.
    assert not isinstance(answer, Broken) or "onNaN" in answer.message or "onInf" in answer.message


async def test_a_name_that_only_prometheus_knows_is_found(prometheus: RealPrometheus, tmp_path: Path) -> None:
    prometheus.expose("engine_pattern_jobs", "5")
    async with engine(tmp_path, prometheus.url) as provider:
        await provider.names_listed()
        assert values(await read(provider, "found-jobs")) == ["5"]


async def test_a_name_that_nobody_serves_is_unknown_once_the_names_are_listed(
    prometheus: RealPrometheus, tmp_path: Path
) -> None:
    prometheus.expose("engine_pattern_jobs", "5")
    async with engine(tmp_path, prometheus.url) as provider:
        await provider.names_listed()
        answer = await read(provider, "nobody")
    assert UnknownMetric(message="no rule serves the external metric 'nobody'") == answer


async def test_a_wrong_query_is_broken_with_the_words_of_prometheus(prometheus: RealPrometheus, tmp_path: Path) -> None:
    async with engine(tmp_path, prometheus.url) as provider:
        answer = await read(provider, "engine_wrong")
    assert isinstance(answer, Broken)
    assert answer.message.startswith("prometheus: query failed: ")
    assert "parse error" in answer.message


async def test_a_label_that_prometheus_cannot_hold_is_refused(prometheus: RealPrometheus, tmp_path: Path) -> None:
    async with engine(tmp_path, prometheus.url) as provider:
        answer = await read(provider, "engine_value", "app.kubernetes.io/name=x")
    assert isinstance(answer, Refused)


async def test_a_server_that_is_down_is_broken_and_its_password_stays_secret(tmp_path: Path) -> None:
    with silent_peer(listening=False) as port:
        async with engine(tmp_path, f"http://user:hidden@127.0.0.1:{port}/?token=hidden") as provider:
            answer = await read(provider, "engine_value")
    expected = f"prometheus: query failed: connection refused (http://127.0.0.1:{port}/)"
    assert Broken(message=expected, code=503).of_query('engine_value{unused=""}') == answer


async def test_a_server_that_never_answers_ends_at_the_deadline(tmp_path: Path) -> None:
    rules = RULES.replace("    cache: 0s\n", "    timeout: 50ms\n")
    with silent_peer(listening=True) as port:
        async with engine(tmp_path, f"http://127.0.0.1:{port}", rules) as provider, asyncio.timeout(60):
            answer = await read(provider, "engine_wrong")
    expected = Broken(message="prometheus: query failed: no answer within 50ms", code=504)
    assert expected.of_query("sum(engine_wrong{}") == answer


async def test_a_name_that_may_exist_is_broken_while_names_cannot_be_listed(tmp_path: Path) -> None:
    with silent_peer(listening=False) as port:
        async with engine(tmp_path, f"http://127.0.0.1:{port}") as provider:
            await provider.names_listed()
            answer = await read(provider, "found-jobs")
    expected = (
        "metric 'found-jobs' isn't known yet: prometheus: listing series names failed: "
        f"connection refused (http://127.0.0.1:{port})"
    )
    assert Broken(message=expected, code=503) == answer


@contextmanager
def silent_peer(*, listening: bool) -> Iterator[int]:
    """A port of loopback where connections are taken and nothing is ever said, or where none is taken."""
    with socket.socket() as peer:
        peer.bind(("127.0.0.1", 0))
        if listening:
            peer.listen()
        yield peer.getsockname()[1]
