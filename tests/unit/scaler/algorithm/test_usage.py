"""Samples of pods amount to whole percent of requests, or to a mean against a target."""

from collections.abc import Mapping

import pytest

from scaler.algorithm.usage import Fault, Level, PercentOfRequests, TargetEach, requests_of
from scaler.api.types import Milli
from tests.support.metric_builders import pod

APP = {"cpu": Milli(100)}


def _samples(**usage: int) -> Mapping[str, Milli]:
    return {name: Milli(value) for name, value in usage.items()}


def test_the_mean_is_cut_off_to_whole_thousandths_before_the_ratio_is_taken() -> None:
    expected = Level(ratio=33 / 100, average=Milli(33), utilization=None)
    assert expected == TargetEach(target=Milli(100)).level(_samples(a=50, b=25, c=25))


def test_trap_8_utilization_is_cut_off_to_whole_percent_before_the_ratio_is_taken() -> None:
    yardstick = PercentOfRequests(requests=_samples(a=300), percent=50)
    # 164 of 300 is 54.67 %: the ratio is 54/50 = 1.08, within tolerance, not 1.093.
    assert Level(ratio=54 / 50, average=Milli(164), utilization=54) == yardstick.level(_samples(a=164))


def test_samples_of_strangers_do_not_count_in_percent() -> None:
    yardstick = PercentOfRequests(requests=_samples(a=100), percent=50)
    assert Level(ratio=1.0, average=Milli(50), utilization=50) == yardstick.level(_samples(a=50, stranger=900))


def test_only_strangers_are_no_measurement() -> None:
    yardstick = PercentOfRequests(requests=_samples(a=100), percent=50)
    assert Fault(message="no metrics returned matched known pods") == yardstick.level(_samples(stranger=900))


@pytest.mark.parametrize(("percent", "assumed"), [(50, 100), (100, 100), (150, 150)])
def test_trap_9_a_missing_pod_is_taken_to_use_its_request_or_the_target_above_it(percent: int, assumed: int) -> None:
    assert assumed == PercentOfRequests(requests=_samples(a=100), percent=percent).full_load("a")


def test_trap_9_against_a_target_each_a_missing_pod_is_taken_to_use_the_target() -> None:
    assert TargetEach(target=Milli(70)).full_load("a") == 70


def test_the_requests_of_all_containers_add_up() -> None:
    two = pod("a", requests={"app": {"cpu": Milli(100)}, "sidecar": {"cpu": Milli(20)}})
    assert requests_of((two,), "cpu", "") == {"a": 120}


def test_a_named_containers_request_stands_alone() -> None:
    two = pod("a", requests={"app": {"cpu": Milli(100)}, "sidecar": {"cpu": Milli(20)}})
    assert requests_of((two,), "cpu", "sidecar") == {"a": 20}


def test_a_request_of_the_pod_itself_wins_over_its_containers() -> None:
    assert requests_of((pod("a", pod_requests={"cpu": Milli(500)}, requests={"app": {}}),), "cpu", "") == {"a": 500}


def test_a_named_containers_request_wins_over_the_pods() -> None:
    assert requests_of((pod("a", pod_requests={"cpu": Milli(500)}, requests={"app": APP}),), "cpu", "app") == {"a": 100}


def test_a_container_without_a_request_is_named_with_its_pod() -> None:
    lacking = pod("b", requests={"app": APP, "sidecar": {"memory": Milli(1)}})
    expected = Fault(message="missing request for cpu in container sidecar of Pod b")
    assert expected == requests_of((pod("a"), lacking), "cpu", "")


def test_an_unknown_container_is_named_with_its_pod() -> None:
    assert Fault(message="container gone not found in Pod a") == requests_of((pod("a"),), "cpu", "gone")
