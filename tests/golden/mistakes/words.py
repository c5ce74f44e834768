"""What is said of single words that can't be read? Selectors, quantities, times, names and addresses."""

from collections.abc import Iterator

from adapter.externalmetrics.queries import Inexpressible, query_of
from adapter.kube.durations import DurationError, parse_duration
from adapter.kube.meta import TimestampError, parse_time
from adapter.kube.quantity import QuantityError, parse_quantity
from adapter.kube.quantity_sample import quantity_of_sample
from adapter.kube.selector_requirement import Operator, SelectorError, requirement_of
from adapter.kube.selectors import parse_selector, selector_of
from adapter.process.sites import ListenAddress, ListenError
from adapter.prometheus.servers import ServerError, parse_server
from tests.golden.mistakes.shown import refusals, shown
from tests.unit.adapter.externalmetrics.ruletexts import only_rule

_SELECTORS = (
    ",a",
    "a,",
    "a=b c",
    "!a=1",
    "a exists",
    "!",
    "a=(1)",
    "a in 1",
    "a in (",
    "a in (1",
    "a in (,",
    "/x=1",
    "x/=1",
    "a b/c=1",
    "-a=1",
    "a=-x",
    f"{'a' * 64}=1",
    "a > x",
    "A_b/c=1",
    "a/b/c=1",
)
_OBJECTS = (
    ("a", "In", ()),
    ("a", "Exists", ("b",)),
    ("a", "Gt", ("1", "2")),
    ("a", "Gt", ("b",)),
    ("a", "=", ("1", "2")),
    ("a", "Like", ("b",)),
)
_QUERIES = (
    ("a=b,namespace=other", "sum(<<.Series>>{<<.LabelMatchers>>})"),
    ("a>1", "sum(<<.Series>>{<<.LabelMatchers>>})"),
    ("app.kubernetes.io/name=x", "sum(<<.Series>>{<<.LabelMatchers>>})"),
    ("queue!=x", 'a{q="<<index .LabelValuesByName "queue">>"}'),
    ("queue in (x,y)", 'a{q="<<index .LabelValuesByName "queue">>"}'),
    ("k in (1,2)", "topk(<<.LabelValuesByName.k>>, a)"),
    ("k=x", "topk(<<.LabelValuesByName.k>>, a)"),
    ("k in (1,2)", "a{b='<<.LabelValuesByName.k>>'}"),
    ("k in (1,2)", "a{b=`<<.LabelValuesByName.k>>`}"),
    ("queue in (ab,cd)", 'a{q="<<slice .LabelValuesByName.queue 0 1>>"}'),
    ("queue=abc", 'a{q="<<slice .LabelValuesByName.queue 2 9>>"}'),
)
_TOPICS = (
    ("topic=other", 'a{t="<<.Parameters.topic>>"}'),
    ("", 'a{t="<<.Parameters.topic>>"}'),
    ("topic in (orders,audit)", 'a{t="<<.Parameters.topic>>"}'),
)


def selectors() -> Iterator[str]:
    yield from refusals(_SELECTORS, parse_selector, SelectorError)
    for key, operator, values in _OBJECTS:
        try:
            selector_of({}, [(key, operator, values)])
        except SelectorError as error:
            yield from shown(f"{key} {operator} {list(values)}", [str(error)])
    for operator in (Operator.EQUALS, Operator.GREATER_THAN):
        try:
            requirement_of("a", operator, ["1", "2"])
        except SelectorError as error:
            yield from shown(f"a {operator} 1 2", [str(error)])


def queries() -> Iterator[str]:
    """What can't be asked of a rule that is right."""
    for selector, query in _QUERIES:
        yield from _asked(selector, query)
    for selector, query in _TOPICS:
        yield from _asked(selector, query, parameters="{topic: {orders: a, audit: b}}")


def _asked(selector: str, query: str, **changes: str) -> Iterator[str]:
    rule = only_rule(metricsQuery="'" + query.replace("'", "''") + "'", **changes)
    found = query_of(rule, series="queue_lag", namespace="jobs", selector=parse_selector(selector))
    if isinstance(found, Inexpressible):
        yield from shown(f"{selector or 'no selector'} for {query}", [found.text])


def amounts() -> Iterator[str]:
    yield from refusals(("", "1.2.3", "5x", "1KI", "e", "e-20"), parse_quantity, QuantityError)
    samples = ("NaN", "+Inf", "-Inf", "1e16", "many")
    yield from refusals(samples, quantity_of_sample, QuantityError)


def times() -> Iterator[str]:
    yield from refusals(("5", "1d", "", "5m later"), parse_duration, DurationError)
    yield from refusals(("yesterday", "2026-01-31T12:00:00", "2026-02-31T12:00:00Z"), parse_time, TimestampError)


def addresses() -> Iterator[str]:
    yield from refusals(("8080", ":x", "host:99999"), ListenAddress.parse, ListenError)
    yield from refusals(("", "h:9090", "ftp://u:secret@h", "http://", "http://u:secret@h:x"), parse_server, ServerError)
