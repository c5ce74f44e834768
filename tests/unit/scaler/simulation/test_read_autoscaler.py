"""The autoscaler of a scenario."""

import pytest

from scaler.api.kinds import AutoscalerKind
from scaler.simulation.read import read_scenario
from scaler.simulation.read_autoscaler import merge_patched
from scaler.simulation.scenario import Scenario, ScenarioError
from tests.unit.scaler.simulation.scenes import METRICS, PARITY, SPEC, manifest, scenario_of, text_of

FILE = f"apiVersion: v1\nkind: ConfigMap\n---\n{manifest()}\n"


def with_file(content: str) -> Scenario:
    return read_scenario(
        text_of(autoscaler="worker.yaml"), source="scene.yaml", parity=False, open_text=lambda _: content
    )


def test_a_manifest_may_stand_in_a_file_among_other_objects() -> None:
    assert "default/worker" == str(with_file(FILE).autoscaler.key)


@pytest.mark.parametrize(("content", "count"), [("kind: ConfigMap", 0), (FILE + "---\n" + manifest(), 2)])
def test_a_file_has_to_hold_one_autoscaler(content: str, count: int) -> None:
    with pytest.raises(ScenarioError, match=f"worker.yaml holds {count} autoscalers"):
        with_file(content)


def test_a_file_that_is_not_there_is_named_with_the_line() -> None:
    with pytest.raises(ScenarioError, match=r"scene\.yaml:1: cannot read gone\.yaml: No such file or directory"):
        scenario_of(autoscaler="gone.yaml")


def test_a_horizontal_pod_autoscaler_runs_as_well() -> None:
    read = scenario_of(autoscaler=manifest(kind="HorizontalPodAutoscaler"))
    assert AutoscalerKind.HORIZONTAL_POD_AUTOSCALER is read.autoscaler.kind


@pytest.mark.parametrize(
    ("autoscaler", "said"),
    [
        (
            manifest("maxReplicas: 1"),
            "is invalid: [spec.scaleTargetRef.kind: Required value, spec.scaleTargetRef.name: Req",
        ),
        (manifest(f"{SPEC}, metrics: 5"), "autoscaler: spec.metrics: expected"),
        ("{apiVersion: v1, kind: Pod}", "autoscaler: kind: v1 Pod is no autoscaler"),
        ("[1]", "expected a manifest or a path to one"),
    ],
)
def test_what_an_api_server_refuses_is_refused(autoscaler: str, said: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        scenario_of(autoscaler=autoscaler)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "status",
    [
        '{conditions: {ScaledToZero: "True"}}',
        '{conditions: [{type: ScaledToZero, status: "True", lastTransitionTime: 2026-01-01T00:00:00Z}]}',
    ],
)
def test_status_holds_conditions_short_or_as_on_the_wire(status: str) -> None:
    conditions = scenario_of(status=status).autoscaler.status.conditions
    assert [("ScaledToZero", "True")] == [(condition.type, condition.status) for condition in conditions]


def test_status_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"unknown field 'status\.condition'"):
        scenario_of(status="{condition: []}")


def test_a_status_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"status\.lastScaleTime"):
        scenario_of(status="{lastScaleTime: yesterday}")


def test_in_parity_amounts_overflow_as_go_has_it() -> None:
    spec = f"{SPEC}, {METRICS.replace('30', '1E')}"
    read = scenario_of(autoscaler=manifest(spec), settings=PARITY).autoscaler.spec.metrics[0]
    assert read != scenario_of(autoscaler=manifest(spec)).autoscaler.spec.metrics[0]


@pytest.mark.parametrize(
    ("patch", "merged"),
    [
        ({"b": 3}, {"a": {"x": 1}, "b": 3}),
        ({"a": {"y": 2}}, {"a": {"x": 1, "y": 2}, "b": 2}),
        ({"a": None}, {"b": 2}),
        ({"a": {"x": None}}, {"a": {}, "b": 2}),
        ({"b": {"z": 1}}, {"a": {"x": 1}, "b": {"z": 1}}),
    ],
)
def test_a_merge_patch_is_rfc_7386(patch: object, merged: object) -> None:
    assert merged == merge_patched({"a": {"x": 1}, "b": 2}, patch)
