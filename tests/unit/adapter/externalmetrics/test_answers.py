"""How a read ended, and what was asked for."""

import pytest

from adapter.externalmetrics.answers import Answer, Broken, Cause, Found, Refused, UnknownMetric, outcome_of
from adapter.kube.external_metrics import ExternalMetricValue
from adapter.prometheus.observer import ReadOutcome

ITEM = ExternalMetricValue(metric_name="m", metric_labels={}, timestamp="2025-01-01T00:00:00Z", value="1")


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (Found(items=(ITEM,), query="m"), ReadOutcome.OK),
        (Found(items=(), query="m"), ReadOutcome.EMPTY),
        (UnknownMetric(message=""), ReadOutcome.UNKNOWN),
        (Refused(message=""), ReadOutcome.DENIED),
        (Broken(message="", code=500, cause=Cause.NOT_A_NUMBER), ReadOutcome.NAN),
        (Broken(message="", code=500), ReadOutcome.ERROR),
        (Broken(message="", code=503), ReadOutcome.ERROR),
        (Broken(message="", code=504), ReadOutcome.TIMEOUT),
    ],
)
def test_every_answer_is_one_outcome(answer: Answer, outcome: ReadOutcome) -> None:
    assert outcome == outcome_of(answer)


def test_a_failure_names_what_was_asked_in_one_line() -> None:
    told = Broken(message="down", code=503).of_query("sum(\n  lag\n)")
    assert Broken(message="down [PromQL: sum( lag )]", code=503) == told


def test_an_endless_query_is_cut_off() -> None:
    told = Broken(message="down", code=503).of_query("a" * 10_000)
    assert (len("down [PromQL: ...]") + 500, "...]") == (len(told.message), told.message[-4:])
