"""What is said of an autoscaler's words, of its numbers, and of records and times that nobody can work with?"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import msgspec

from adapter.kube.meta import TimestampError, format_time
from scaler.algorithm.rules import effective_rules
from scaler.algorithm.stages import Proposal
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.documents import read_manifest
from scaler.api.kinds import AutoscalerKind
from scaler.api.quantities import DecodeError
from scaler.api.targets import targets_text
from scaler.api.types import UnknownMetricSource
from scaler.api.validation_names import container_name_problems, container_resource_problems
from scaler.api.wire_object import WireAutoscaler
from scaler.cli.check_metric import Failed, LiveRead
from scaler.cli.check_report import live_findings
from scaler.decisionlog.record import RecordError, decode_record
from scaler.leadership.timing import ElectionTiming, ElectionTimingError
from scaler.narration.figures import number
from scaler.narration.ratios import Ratio, proposal_by_ratio
from tests.golden.cases import CASES
from tests.golden.files import line
from tests.golden.mistakes.shown import refusals, shown
from tests.support.builders import SETTINGS, spec
from tests.support.metric_builders import NOW
from tests.unit.adapter.externalmetrics.ruletexts import only_rule
from tests.unit.scaler.cli.peered import autoscaler

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_CONTAINERS = ("a.b", "A", "a" * 64)
_RESOURCES = ("gpu", "a/b/c", "A_/gpu", "/gpu", "example.com/", "requests.example.com/gpu", "storage")


def manifests() -> Iterator[str]:
    """An object that is none, and a word that its field doesn't have."""
    yield from refusals(("5",), lambda text: read_manifest(int(text)), DecodeError)
    document = autoscaler()
    assert isinstance(document["spec"], dict)
    document["spec"]["zero"] = {"mode": "Sleepy"}
    wire = msgspec.convert(document, WireAutoscaler)
    kind = AutoscalerKind.ZERO_POD_AUTOSCALER
    yield from refusals(("Sleepy",), lambda _: decode_autoscaler(wire, kind=kind), DecodeError)
    unknown = UnknownMetricSource(type="Cosmic")
    yield from shown("the targets of a metric of type Cosmic", [targets_text((unknown,), ())])


def names() -> Iterator[str]:
    """Of containers, and of what they ask for."""
    for name in _CONTAINERS:
        yield from shown(f"container {name}", container_name_problems(name))
    for name in _RESOURCES:
        yield from shown(f"resource {name}", container_resource_problems(name))


def numbers() -> Iterator[str]:
    """What an explanation makes of numbers that no scaler comes to by itself."""
    yield from shown("a ratio of minus infinity", [number(-inf)])
    ratio = Ratio(value=0.5, present=10, rules=effective_rules(spec(), SETTINGS))
    other = proposal_by_ratio(Proposal(replicas=6, name="lag"), ratio, "0.5 x 10", 5.0)
    yield from shown("another count than the formula's", [other])


def records() -> Iterator[str]:
    """A line of the decision log that lacks something."""
    plain = msgspec.json.decode(line("worker", CASES["scaled-up"]))
    del plain["observation"]["now"]
    try:
        decode_record(msgspec.json.encode(plain))
    except RecordError as error:
        yield from shown("no moment", [str(error)])


def times() -> Iterator[str]:
    """Of elections, and one of nowhere."""
    try:
        format_time(NOW.replace(tzinfo=None))
    except TimestampError as error:
        yield from shown("a moment without a zone", [str(error)])
    cases: Mapping[str, tuple[float, float, float]] = {
        "a lease for ever": (inf, 10, 2),
        "a lease that ends before it is renewed": (10, 10, 2),
        "hardly an attempt": (15, 2, 2),
        "attempts without a pause": (15, 10, 0),
    }
    for name, (lease, deadline, period) in cases.items():
        try:
            ElectionTiming(lease_duration_seconds=lease, renew_deadline_seconds=deadline, retry_period_seconds=period)
        except ElectionTimingError as error:
            yield from shown(name, [str(error)])


def live_reads() -> Iterator[str]:
    """`check --live` of a rule whose query can't be written."""
    read = LiveRead(rule=only_rule(), metric="lag", promql="", outcome=Failed(text="metricsQuery comes out empty"))
    for finding in live_findings([read], "jobs"):
        yield from shown("a query that comes out empty", [finding.message, f"instead: {finding.instead}"])
