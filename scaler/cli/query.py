"""What would the metrics API answer for this metric, and which PromQL finds it out? The verb `query`."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

import click

from adapter.externalmetrics.engine import build_engine
from adapter.externalmetrics.provider import Answer, Broken, ExternalMetricsProvider, Found, Refused, UnknownMetric
from adapter.externalmetrics.rules import RulesError
from adapter.kube.external_metrics import encode_list
from adapter.kube.selectors import Selector, SelectorError, parse_selector
from adapter.process.clock import SystemClock
from adapter.process.logging import LogFormat, configure_logging
from adapter.prometheus.servers import ServerError
from scaler.cli.answertable import answer_table, several_remark

_LONGEST_SECONDS = 45.0
_NEGATIVE = 1
_USAGE = 2
_FLAGS = {SelectorError: "--selector: ", ServerError: "--prometheus: "}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    rules: Path
    prometheus: str
    namespace: str
    metric: str
    selector: Selector


@click.command(
    epilog="Example: lagzero query --rules rules.yaml --prometheus http://localhost:9090 "
    "-l name=worker_tasks default queue_consumer_lag"
)
@click.option(
    "--rules", required=True, type=click.Path(path_type=Path), metavar="FILE|FOLDER", help="The adapter's rules."
)
@click.option("--prometheus", required=True, metavar="URL", help="The Prometheus server to ask.")
@click.option("-l", "--selector", default="", help="Labels of the series, as in an HPA.")
@click.option(
    "-o", "--output", type=click.Choice(["text", "json"]), default="text", help="json: the API's very answer."
)
@click.argument("namespace")
@click.argument("metric")
def query(rules: Path, prometheus: str, namespace: str, metric: str, selector: str, output: str) -> None:
    """Show what the external metrics API would answer for METRIC in NAMESPACE, and the PromQL that was sent.

    Exit status: 0 for an answer with items; 1 without one, with the reason on standard error; 2 for a wrong flag or
    rules file.
    """
    configure_logging(format=LogFormat.TEXT, level="error")
    try:
        wanted = parse_selector(selector)
        question = Question(rules=rules, prometheus=prometheus, namespace=namespace, metric=metric, selector=wanted)
        asked = asyncio.run(_ask(question))
    except (SelectorError, RulesError, ServerError) as error:
        click.echo(f"error: {_FLAGS.get(type(error), '')}{error}", err=True)
        sys.exit(_USAGE)
    if isinstance(asked.answer, Found):
        click.echo(encode_list(asked.answer.items) if output == "json" else answer_table(asked.answer))
        remark = several_remark(asked.answer)
        if remark:
            click.echo(f"warning: {remark}", err=True)
    reason = _reason(asked)
    if reason:
        click.echo(f"error: {reason}", err=True)
        sys.exit(_NEGATIVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    answer: Answer
    known: tuple[str, ...]


async def _ask(question: Question) -> _Asked:
    async with build_engine(question.rules, question.prometheus, SystemClock()) as provider:
        try:
            async with asyncio.timeout(_LONGEST_SECONDS):
                return _Asked(answer=await _answer(provider, question), known=provider.metric_names())
        except TimeoutError:
            answer = Broken(message=f"no answer within {_LONGEST_SECONDS:.0f}s", code=504)
            return _Asked(answer=answer, known=provider.metric_names())


async def _answer(provider: ExternalMetricsProvider, question: Question) -> Answer:
    if question.metric not in provider.metric_names():
        await provider.names_listed()
    return await provider.values(
        namespace=question.namespace, metric=question.metric, selector=question.selector, fresh=True
    )


def _reason(asked: _Asked) -> str:
    """Why the answer is a negative one; empty when it has items."""
    match asked.answer:
        case Found(items=items, query=promql):
            return (
                ""
                if items
                else f"missing: the query worked, but there is no such series: {' '.join(promql.splitlines())}"
            )
        case UnknownMetric(message=message):
            return f"unknown: {message}; known are: {', '.join(asked.known) or 'none'}"
        case Refused(message=message):
            return f"refused: {message}"
        case Broken(message=message):
            return f"broken: {message}"
    assert_never(asked.answer)
