"""Is the block `zero` refused where it makes no sense?"""

import pytest

from scaler.api.validation_zero import zero_errors
from scaler.api.wire import WireInFlight, WireMetricTarget, WireZero
from tests.unit.scaler.api.specs import IN_FLIGHT, QUEUE


def texts(zero: WireZero | None) -> list[str]:
    return [str(error) for error in zero_errors(zero)]


@pytest.mark.parametrize(
    "zero",
    [
        None,
        WireZero(),
        WireZero(cooldown_seconds=0, wake="Policies", initial="Paused", on_delete="Keep", mode="Active"),
        WireZero(in_flight=IN_FLIGHT),
    ],
    ids=["none", "empty", "spelled out", "work in flight"],
)
def test_a_sensible_block_is_fine(zero: WireZero | None) -> None:
    assert texts(zero) == []


def test_a_negative_cooldown_is_refused() -> None:
    expected = ["spec.zero.cooldownSeconds: Invalid value: -1: must be greater than or equal to 0"]
    assert expected == texts(WireZero(cooldown_seconds=-1))


def test_unknown_words_are_refused_with_those_there_are() -> None:
    expected = [
        'spec.zero.wake: Unsupported value: "a": supported values: "Immediate", "Policies"',
        'spec.zero.initial: Unsupported value: "b": supported values: "Paused", "ScaledToZero"',
        'spec.zero.onDelete: Unsupported value: "c": supported values: "Keep", "Restore"',
        'spec.zero.mode: Unsupported value: "": supported values: "Active", "Shadow"',
    ]
    assert expected == texts(WireZero(wake="a", initial="b", on_delete="c", mode=""))


def test_work_in_flight_is_measured_like_an_external_metric() -> None:
    source = WireInFlight(metric=QUEUE, target=WireMetricTarget(type="Value", value=0))
    expected = ['spec.zero.inFlight.target.value: Invalid value: "0": must be positive']
    assert expected == texts(WireZero(in_flight=source))


@pytest.mark.parametrize("name", ["pod", "_", "Pod_2", "kubernetes_pod_name"])
def test_a_label_of_prometheus_may_name_the_pod(name: str) -> None:
    assert [] == texts(WireZero(in_flight=in_flight(name)))


@pytest.mark.parametrize("name", ["", "2pods", "pod-name", "pod name", "app.kubernetes.io/pod", "pod\n", "pöd"])
def test_what_is_no_label_of_prometheus_is_refused(name: str) -> None:
    (refusal,) = texts(WireZero(in_flight=in_flight(name)))
    assert refusal.startswith("spec.zero.inFlight.podLabel: Invalid value: ")
    assert refusal.endswith(": must be the name of a label: letters, digits and '_', and no digit first")


def in_flight(pod_label: str) -> WireInFlight:
    return WireInFlight(metric=QUEUE, target=IN_FLIGHT.target, pod_label=pod_label)
