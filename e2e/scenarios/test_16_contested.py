"""Scenario 16: somebody who changes the count back is named from what a real API server notes, and made way for."""

from typing import Any, Final

import pytest

from e2e.control_plane.patience import eventually, throughout
from e2e.scenarios.objects import stock_autoscaler, zero_autoscaler
from e2e.scenarios.stage import Stage

pytestmark = pytest.mark.usefixtures("scaler")

_CONTESTED: Final = "lagzero.dev/Contested"
_LONG_ENOUGH_SECONDS: Final = 15.0


@pytest.mark.parametrize(
    ("subresource", "who"), [("", "argocd-controller"), ("/scale", "argocd-controller (through /scale)")]
)
def test_whoever_changes_the_count_back_is_named_and_made_way_for(stage: Stage, subresource: str, who: str) -> None:
    _busy_at_three(stage)
    _puts_back(stage, subresource)
    stage.reaches(3)
    _puts_back(stage, subresource)
    eventually("the fight is found out", lambda: stage.condition(_CONTESTED) == ("True", "FightingWriter"))
    assert _message(stage).startswith(f"{who} changes the count of Deployment/worker back, last from 3 to 1, since ")
    assert throughout(_LONG_ENOUGH_SECONDS, stage.replicas) == (1,)
    assert stage.kubectl("get", "zpa", "worker", "--no-headers").split()[-2] == "Contested"


def test_who_scales_once_by_hand_is_overruled_and_in_no_fight(stage: Stage) -> None:
    _busy_at_three(stage)
    stage.kubectl("scale", "deployment", "worker", "--replicas=5")
    stage.reaches(3)
    assert stage.condition(_CONTESTED) == ("", "")


def test_a_stock_autoscaler_of_the_same_target_is_told_too(stage: Stage) -> None:
    _busy_at_three(stage)
    stage.cluster.kubectl.apply(stock_autoscaler(stage.namespace, least=1))
    stage.becomes("AmbiguousTarget")
    described = eventually(
        "it is told",
        lambda: stage.kubectl("describe", "hpa", "worker"),
        wanted=lambda text: "AmbiguousTarget" in text,
    )
    assert f"is also the target of ZeroPodAutoscaler {stage.namespace}/worker" in described


def _busy_at_three(stage: Stage) -> None:
    stage.run_idlers(1)
    stage.put(90)
    stage.cluster.kubectl.apply(zero_autoscaler(stage.namespace))
    stage.reaches(3)


def _puts_back(stage: Stage, subresource: str) -> None:
    """What a deployment tool does whose manifest says replicas: 1."""
    path = f"/apis/apps/v1/namespaces/{stage.namespace}/deployments/worker{subresource}"
    answer = stage.cluster.admin.patch(path, {"spec": {"replicas": 1}}, fieldManager="argocd-controller")
    assert answer.code == 200, answer.text


def _message(stage: Stage) -> str:
    conditions: list[dict[str, Any]] = stage.zero_status()["conditions"]
    return next((each["message"] for each in conditions if each["type"] == _CONTESTED), "")
