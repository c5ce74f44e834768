"""Claims about the ZeroPodAutoscaler that is made of a HorizontalPodAutoscaler, and what of the status goes along."""

import pytest

from scaler.migration.documents import at
from scaler.migration.seen import SeenWorkload
from scaler.migration.zero_autoscaler import carried_status, notes_on, shadow_of, zero_autoscaler_of
from tests.unit.scaler.migration.moved import (
    ASLEEP,
    AWAKE,
    HUMAN,
    METRICS,
    NOBODY,
    OURS,
    TARGET,
    TIME,
    condition,
    seen,
    stock,
    workload,
)

CLAIM = condition("lagzero.dev/ScaledToZero", reason="ScaledToZero")
COMPANION = {"lagzero.dev/min-replicas": "0", "lagzero.dev/memory": '{"recommendations":[{"replicas":0}]}'}


def test_the_spec_is_carried_word_for_word_also_fields_that_nobody_knows() -> None:
    document = stock(least=1)
    document["spec"]["behavior"] = {"scaleDown": {"selectPolicy": "Min", "novelty": [1]}}
    assert {
        "scaleTargetRef": TARGET,
        "minReplicas": 1,
        "maxReplicas": 5,
        "metrics": METRICS,
        "behavior": {"scaleDown": {"selectPolicy": "Min", "novelty": [1]}},
    } == zero_autoscaler_of(document)["spec"]


def test_at_first_it_only_watches_and_is_marked() -> None:
    made = shadow_of(stock())
    assert ({"mode": "Shadow"}, "from-hpa", "lagzero.dev/v1alpha1") == (
        at(made, "spec", "zero"),
        at(made, "metadata", "annotations", "lagzero.dev/migration"),
        at(made, "apiVersion"),
    )


@pytest.mark.parametrize(("annotations", "least"), [(COMPANION, 0), ({}, 1)])
def test_a_companions_minimum_is_the_one_of_its_annotation(annotations: dict[str, str], least: int) -> None:
    made = zero_autoscaler_of(stock(least=1, annotations=annotations))
    assert least == at(made, "spec", "minReplicas")


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (workload(0, NOBODY), {"lastScaleTime": TIME, "conditions": [ASLEEP]}),
        (workload(2), {"lastScaleTime": TIME, "conditions": [ASLEEP]}),
        (workload(0, HUMAN), {"lastScaleTime": TIME}),
    ],
)
def test_a_claim_goes_along_unless_somebody_else_wrote_the_zero(
    target: SeenWorkload, expected: dict[str, object]
) -> None:
    assert expected == carried_status(stock(ASLEEP), target)


def test_a_companions_claim_and_memory_become_those_of_the_status() -> None:
    carried = carried_status(stock(CLAIM, least=1, annotations=COMPANION), workload(0, OURS))
    assert {
        "lastScaleTime": TIME,
        "memory": {"recommendations": [{"replicas": 0}]},
        "conditions": [{**CLAIM, "type": "ScaledToZero"}],
    } == carried


@pytest.mark.parametrize("text", ["", "no JSON", "[]"])
def test_a_memory_that_cannot_be_read_stays_behind(text: str) -> None:
    document = stock(least=1, annotations={"lagzero.dev/min-replicas": "0", "lagzero.dev/memory": text})
    assert {"lastScaleTime": TIME} == carried_status(document, workload(1))


def test_without_a_status_nothing_goes_along() -> None:
    assert {} == carried_status({**stock(), "status": {}}, workload(1))


@pytest.mark.parametrize(
    ("document", "target", "words"),
    [
        (stock(least=2), workload(2), "minReplicas stays 2"),
        (stock(least=None), workload(2), "minReplicas stays 1"),
        (stock(annotations=COMPANION), workload(2), "minReplicas becomes 0"),
        (stock(labels={"app.kubernetes.io/managed-by": "Helm"}), workload(2), "Helm keeps a manifest"),
        (stock(), workload(2), "waits one whole window again"),
        (stock(ASLEEP), workload(0, NOBODY), "its zero is automatic"),
        (stock(AWAKE), workload(0, NOBODY), "its zero is a pause"),
    ],
)
def test_what_is_to_be_known_is_noted(document: dict[str, object], target: SeenWorkload, words: str) -> None:
    assert words in "\n".join(notes_on(seen(workload=target), document))


def test_a_companions_memory_makes_the_note_on_windows_needless() -> None:
    told = "\n".join(notes_on(seen(workload=workload(1)), stock(annotations=COMPANION)))
    assert "window" not in told
