"""What is said of rules that load and still can't do their work? In answers, in the log, and of values too large."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from structlog.testing import capture_logs

from adapter.externalmetrics.announcements import remark_of
from adapter.externalmetrics.answers import Answer, Broken, UnknownMetric
from adapter.externalmetrics.lintoverflow import Target, value_finding
from adapter.externalmetrics.problems import Place
from adapter.externalmetrics.queries import Inexpressible, query_of
from adapter.externalmetrics.rulefiles import load_rules_from
from adapter.externalmetrics.rules import RulesError, RuleSet
from adapter.kube.quantity import parse_quantity
from adapter.kube.selectors import Operator, Requirement, Selector, parse_selector
from tests.golden.mistakes.shown import shown
from tests.support.prometheus_peer import Peer
from tests.unit.adapter.externalmetrics import groupreads
from tests.unit.adapter.externalmetrics.enginereads import engine
from tests.unit.adapter.externalmetrics.ruletexts import load, only_rule, read, rule_text

# Right for every program that reads it, and wrong for the values that it gets.
_UNFILLABLE = (
    '<<print (or .LabelValuesByName "x")>>',
    "<<or .LabelValuesByName .Series>>",
    "<<slice .Series (or .Series 1)>>",
    "<<eq (and .Series 1) .Series>>",
    "<<lt (or .Series 1) 1>>",
    "<<.GroupBy>>",
)
_BARE = "topk(1, <<.LabelValuesByName.name>>)"
_STRANGE = (
    (Requirement(key="name", operator=Operator.IN, values=("(", "a")), "true"),
    (Requirement(key="__name__", operator=Operator.EQUALS, values=("other",)), "false"),
)
_REMARKABLE = (
    rule_text(seriesQuery="'queue_lag{job=\"x\"}'"),
    rule_text(metricsQuery="'sum(<<.Series>>)'"),
    rule_text(seriesFilters="[{is: '^nothing$'}]"),
)
_OTHER_KEYS = ("rules: []\nresourceRules: {}\nexternalRules: []\n", "rules: {external: [], custom: [{}]}\n")
_ASIDE = (rule_text(resources=None), rule_text(seriesQuery="other"))
_NAMELESS = (rule_text(name="{matches: '(.*)', as: '$1_total'}"),)
_PATTERN = (rule_text(seriesQuery="""'{__name__=~"^queue_.*"}'"""),)


def asked() -> Iterator[str]:
    """What a read gets whose query can't be written."""
    for query in _UNFILLABLE:
        rule = only_rule(metricsQuery="'" + query.replace("'", "''") + "'")
        found = query_of(rule, series="queue_lag", namespace="jobs", selector=parse_selector("name=x"))
        assert isinstance(found, Inexpressible), query
        yield from shown(query, [found.text])
    rule = only_rule(metricsQuery=_BARE)
    torn = Selector(requirements=(Requirement(key="name", operator=Operator.EQUALS, values=("1) or vector(1",)),))
    found = query_of(rule, series="queue_lag", namespace="jobs", selector=torn)
    assert isinstance(found, Inexpressible)
    yield from shown(f"{torn} for {_BARE}", [found.text])
    for requirement, regexes in _STRANGE:
        selector = Selector(requirements=(requirement,))
        found = query_of(only_rule(regexValues=regexes), series="queue_lag", namespace="jobs", selector=selector)
        assert isinstance(found, Inexpressible), selector
        yield from shown(f"{selector}, with regexValues: {regexes}", [found.text])


def remarks() -> Iterator[str]:
    """What the log says of rules that are served, and the probe of those that aren't."""
    for text in _REMARKABLE:
        yield from shown(text, (str(warning) for warning in load(text).warnings))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rules.yaml"
        for text in _OTHER_KEYS:
            path.write_text(text)
            yield from shown(
                text, (str(warning).replace(folder, "FOLDER") for warning in load_rules_from(path).warnings)
            )
        path.unlink()
        yield from shown("a folder without rules", [_refused(Path(folder)).replace(folder, "FOLDER")])
    yield from shown("a rule that is set aside", [remark_of(read(*_ASIDE))])


def _refused(path: Path) -> str:
    try:
        load_rules_from(path)
    except RulesError as error:
        return str(error)
    raise AssertionError(f"{path} holds rules")


def large_values() -> Iterator[str]:
    place = Place(source="hpa.yaml", line=3)
    target = Target(place=place, namespace="jobs", metric="lag", amount=parse_quantity("1m"))
    found = value_finding(target, parse_quantity("5M"))
    assert found is not None
    yield from shown("5M for a target of 1m", [found.message, f"instead: {found.instead}"])


def reads() -> Iterator[str]:
    """What a read gets that no rule of now serves, or that Prometheus keeps waiting."""
    return iter(asyncio.run(_reads()))


async def _reads() -> list[str]:
    return [
        *shown("a rule that is set aside", [await _answer(read(*_ASIDE), "queue_lag")]),
        *shown("perhaps a rule that is set aside", [await _answer(read(*_NAMELESS), "queue_lag_total")]),
        *shown("a name that is not listed yet", [await _answer(load(*_PATTERN), "queue_a")]),
        *shown("a caller without patience", [await _answer(load(rule_text()), "queue_lag", timeout_seconds=0.01)]),
        *shown("a grouped answer that differs", [await _grouped()]),
    ]


async def _answer(rules: RuleSet, metric: str, *, timeout_seconds: float = 60.0) -> str:
    """From a Prometheus that says nothing."""
    async with engine(Peer(), rules) as provider:
        answer: Answer = await provider.values(
            namespace="jobs", metric=metric, selector=Selector(), fresh=True, timeout_seconds=timeout_seconds
        )
    assert isinstance(answer, Broken | UnknownMetric), answer
    return f"{answer.code if isinstance(answer, Broken) else 404}: {answer.message}"


async def _grouped() -> str:
    """What the log says of a Prometheus that has another value for one than for all."""
    peer = Peer(evaluate=groupreads.store({"a": "1", "b": "2"}, single=lambda value: f"{value}0"))
    peer.gate.set()
    async with AsyncExitStack() as stack:
        logged = stack.enter_context(capture_logs())
        reads = await stack.enter_async_context(groupreads.engine(peer))
        await reads.at_once("a", "b")
    return "; ".join(f"{entry['event']}: {entry['reason']}" for entry in logged if "reason" in entry)
