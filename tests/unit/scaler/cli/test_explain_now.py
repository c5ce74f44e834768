"""Claims about `scaler.cli.explain_now`: when it is said that metrics were asked of nobody."""

from dataclasses import replace
from pathlib import Path

import pytest

from scaler.cli.explain_now import Means, note_on
from scaler.controller.readings import external_broken, object_broken
from scaler.decisionlog.record import Record
from tests.golden.cases import CASES
from tests.golden.odd import LAG, QUEUE
from tests.support.builders import observation
from tests.support.metric_builders import Metric, external_average, object_value

BY_THE_API = Means(
    kubeconfig=None, rules=None, prometheus=None, parity=False, tolerance=0.1, downscale_stabilization="5m"
)
NO_RESOURCE = "the server could not find the requested resource"


def looked_at(*metrics: Metric) -> Record:
    done = CASES["asleep"]
    return Record(
        autoscaler="jobs/worker",
        observation=observation(*metrics),
        memory=done.memory,
        settings=done.settings,
        decision=done.decision,
        outcome=done.outcome,
    )


def broken(cause: str) -> Metric:
    return Metric(spec=external_average(1).spec, reading=external_broken("jobs", LAG, cause))


@pytest.mark.parametrize("cause", [NO_RESOURCE, "the answer was not a Status: 404 page not found"])
def test_where_nobody_serves_the_api_the_flags_of_the_engine_are_suggested(cause: str) -> None:
    note = note_on(looked_at(external_average(1), broken(cause)), BY_THE_API)
    assert (True, True) == ("--rules" in note, "--prometheus" in note)


@pytest.mark.parametrize("cause", ["no rule serves the external metric 'lag'", "the server is busy"])
def test_an_api_that_somebody_serves_is_none_of_those(cause: str) -> None:
    assert "" == note_on(looked_at(broken(cause)), BY_THE_API)


def test_other_metrics_that_nobody_serves_are_none_of_its_business() -> None:
    of_an_object = Metric(spec=object_value(1).spec, reading=object_broken("jobs", QUEUE, LAG, NO_RESOURCE))
    assert "" == note_on(looked_at(of_an_object), BY_THE_API)


def test_what_was_read_is_served() -> None:
    assert "" == note_on(looked_at(external_average(1)), BY_THE_API)


def test_an_engine_was_given_already() -> None:
    by_engine = replace(BY_THE_API, rules=Path("rules.yaml"), prometheus="http://localhost:9090")
    assert "" == note_on(looked_at(broken(NO_RESOURCE)), by_engine)
