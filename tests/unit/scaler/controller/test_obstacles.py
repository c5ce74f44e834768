"""Claims about `scaler.controller.obstacles`: what has to be put right before anything is written."""

import pytest

from adapter.kube.meta import NamespacedName
from scaler.algorithm.model import Obstacle
from scaler.api.autoscaler import AutoscalerId
from scaler.api.companion import Companion
from scaler.api.kinds import AutoscalerKind
from scaler.api.types import Mode, ZeroSpec
from scaler.controller.obstacles import left_asleep, obstacle_of
from tests.support.builders import spec
from tests.support.metric_builders import Metric, cpu, external_average, object_value
from tests.unit.scaler.controller.seen import autoscaler, companion

WEB = AutoscalerId(kind=AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, key=NamespacedName("jobs", "web"))
OTHER = AutoscalerId(kind=AutoscalerKind.ZERO_POD_AUTOSCALER, key=NamespacedName("jobs", "other"))


def asked(value: str = "0", *, least: int = 1) -> Companion:
    return Companion(asked=value, min_replicas=least)


@pytest.mark.parametrize("kind", ["ours", "companion"])
def test_ordinarily_there_is_none(kind: str) -> None:
    assert obstacle_of(autoscaler() if kind == "ours" else companion(), ()) is None


@pytest.mark.parametrize("kind", ["ours", "companion"])
def test_another_one_with_the_same_target_is_named(kind: str) -> None:
    found = autoscaler() if kind == "ours" else companion()
    text = "Deployment/worker is also the target of HorizontalPodAutoscaler jobs/web: delete one of them"
    assert Obstacle(reason="AmbiguousTarget", message=text) == obstacle_of(found, (WEB,))


def test_several_are_all_named() -> None:
    text = (
        "Deployment/worker is also the target of HorizontalPodAutoscaler jobs/web and ZeroPodAutoscaler jobs/other: "
        "delete all but one of them"
    )
    assert Obstacle(reason="AmbiguousTarget", message=text) == obstacle_of(autoscaler(), (WEB, OTHER))


def test_whoever_only_watches_has_no_rival() -> None:
    shadow = autoscaler(spec(external_average(90), zero=ZeroSpec(mode=Mode.SHADOW)))
    assert obstacle_of(shadow, (WEB,)) is None


@pytest.mark.parametrize("value", ["1", "", "zero", "00", "0 ", "true"])
def test_an_annotation_of_another_value_is_told(value: str) -> None:
    text = f'the annotation lagzero.dev/min-replicas is "{value}": write "0", or remove it'
    assert Obstacle(reason="InvalidAnnotation", message=text) == obstacle_of(companion(companion=asked(value)), ())


def test_where_the_stock_controller_goes_to_zero_itself_it_stands_aside() -> None:
    text = (
        "spec.minReplicas is 0, so the stock controller goes to zero and back by itself: "
        "remove the annotation lagzero.dev/min-replicas, or raise spec.minReplicas to 1"
    )
    assert Obstacle(reason="StandingAside", message=text) == obstacle_of(companion(companion=asked(least=0)), ())


def test_without_a_metric_that_shows_demand_at_zero_it_stays_awake() -> None:
    text = (
        'lagzero.dev/min-replicas: "0" needs at least one Object or External metric: '
        "no other shows demand while there are no Pods"
    )
    found = obstacle_of(companion(spec(cpu({"a": 1}), min_replicas=0)), ())
    assert Obstacle(reason="NoDemandMetric", message=text) == found


@pytest.mark.parametrize("metric", [external_average(1), object_value(1)], ids=["External", "Object"])
def test_one_metric_that_shows_it_is_enough(metric: Metric) -> None:
    assert obstacle_of(companion(spec(cpu({"a": 1}), metric, min_replicas=0)), ()) is None


def test_a_wrong_annotation_is_told_before_a_rival() -> None:
    found = obstacle_of(companion(companion=asked("yes")), (WEB,))
    assert found is not None
    assert "InvalidAnnotation" == found.reason


def test_when_nothing_is_asked_any_more_it_is_handed_back() -> None:
    text = (
        "the annotation lagzero.dev/min-replicas is gone, so the stock controller has the workload to itself again; "
        "at zero it stays there until somebody scales it up"
    )
    gone = Companion(asked=None, min_replicas=1)
    assert Obstacle(reason="HandedBack", message=text) == obstacle_of(companion(companion=gone), (WEB,))


def test_a_sleeper_that_nobody_wakes_is_told_with_what_wakes_it() -> None:
    text = (
        "put it right. Deployment/worker was left at zero; to wake it: "
        "kubectl scale -n jobs --replicas=1 deployment/worker"
    )
    odd = Obstacle(reason="Odd", message="put it right")
    assert Obstacle(reason="Odd", message=text) == left_asleep(odd, companion())


def test_one_of_ours_and_one_that_was_handed_back_are_told_as_they_were() -> None:
    odd = Obstacle(reason="Odd", message="put it right")
    left = companion(companion=Companion(asked=None, min_replicas=1))
    assert [odd, odd] == [left_asleep(odd, autoscaler()), left_asleep(odd, left)]
