"""What is a rule, once it is read? How its metrics are found, named and read, and what becomes of their values."""

from dataclasses import dataclass, field

from adapter.externalmetrics.namespaces import NamespacePolicy
from adapter.externalmetrics.naming import Naming
from adapter.externalmetrics.parameters import NO_PARAMETERS, Parameters
from adapter.externalmetrics.policies import OnEmpty, ValuePolicies
from adapter.externalmetrics.problems import Place, Problem
from adapter.externalmetrics.queryshapes import QueryShape, SelectorShape
from adapter.externalmetrics.seriesqueries import SeriesQuery
from adapter.externalmetrics.templatekinds import ParameterText
from adapter.externalmetrics.templates import Template

DEFAULT_SERVER = "prometheus"
"""The server of rules that name none; the command line says where it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finds:
    """How a rule's metrics are found and named: which server is asked for which series, and what they are called."""

    server: str
    series_query: SeriesQuery
    naming: Naming

    @property
    def fixed_name(self) -> str | None:
        """The metric's name when it is known without asking Prometheus."""
        return self.naming.name_of(self.series_query.name) if self.series_query.name is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedRule:
    """A rule that isn't served, and why. `finds` is None when it doesn't say which metrics it would serve."""

    place: Place
    problems: tuple[Problem, ...]
    finds: Finds | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """`cache` and `timeout` in seconds. No `allowed_namespaces` means that every namespace may read.

    `shape` is there when many selectors can be asked for in one query; `selectors` are what the age of samples is
    looked up for; `window_seconds` is the time that values are about, where the rule says it.
    """

    place: Place
    series_query: SeriesQuery
    naming: Naming
    namespace: NamespacePolicy
    query: Template
    allowed_namespaces: frozenset[str] | None = None
    server: str = DEFAULT_SERVER
    policies: ValuePolicies = field(default_factory=ValuePolicies)
    parameters: Parameters = field(default_factory=lambda: NO_PARAMETERS)
    regex_values: bool = False
    shape: QueryShape | None = None
    selectors: tuple[SelectorShape, ...] = ()
    cache_seconds: float = 10.0
    timeout_seconds: float = 5.0
    window_seconds: int | None = None

    @property
    def finds(self) -> Finds:
        return Finds(server=self.server, series_query=self.series_query, naming=self.naming)

    @property
    def fixed_name(self) -> str | None:
        """The metric's name when it is known without asking Prometheus."""
        return self.finds.fixed_name

    @property
    def on_empty(self) -> OnEmpty:
        return self.policies.on_empty

    @property
    def query_parameters(self) -> frozenset[str]:
        """The parameters that the query takes by name; the others replace values in its matchers."""
        return frozenset(one.name for one in self.query.expressions() if isinstance(one, ParameterText))
