"""What `lagzero validate` prints, and with which status it ends."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scaler.cli.validate import validate

ZPA = """
apiVersion: lagzero.dev/v1alpha1
kind: ZeroPodAutoscaler
metadata: {name: worker, namespace: jobs}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: worker}
  minReplicas: 0
  maxReplicas: 10
  metrics: [{type: External, external: {metric: {name: lag}, target: {type: AverageValue, averageValue: 30}}}]
"""
HPA = ZPA.replace("lagzero.dev/v1alpha1", "autoscaling/v2").replace("ZeroPodAutoscaler", "HorizontalPodAutoscaler")
CONFIG_MAP = "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: other}}\n"
GATE_OFF = (
    'HorizontalPodAutoscaler.autoscaling "worker" is invalid: '
    "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1"
)


def run(folder: Path, *words: str, stdin: str = "", **files: str) -> Result:
    """The command with the named files written first; a word `@name` is the path of one."""
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    paths = [str(folder / f"{word[1:]}.yaml") if word.startswith("@") else word for word in words]
    return CliRunner().invoke(validate, paths, input=stdin, catch_exceptions=False)


def test_what_an_api_server_takes_is_valid(tmp_path: Path) -> None:
    result = run(tmp_path, "@a", a=ZPA)
    assert (0, "1 valid, 0 invalid, 0 warnings\n", "") == (result.exit_code, result.stdout, result.stderr)


def test_what_it_refuses_has_its_own_words_after_the_place(tmp_path: Path) -> None:
    result = run(tmp_path, "@a", a=HPA)
    first = result.stdout.splitlines()[0]
    assert (1, f"{tmp_path}/a.yaml:2: error: {GATE_OFF}") == (result.exit_code, first)


def test_with_the_gate_on_zero_is_valid(tmp_path: Path) -> None:
    result = run(tmp_path, "--gate", "on", "@a", a=HPA)
    assert (0, "1 valid, 0 invalid, 0 warnings\n") == (result.exit_code, result.stdout)


def test_a_zero_that_is_stored_already_may_stay(tmp_path: Path) -> None:
    assert 0 == run(tmp_path, "--against", "@old", "@a", a=HPA.replace("10", "20"), old=HPA).exit_code


def test_an_object_that_is_not_stored_is_judged_as_a_new_one(tmp_path: Path) -> None:
    old = HPA.replace("name: worker, ", "name: other, ")
    assert 1 == run(tmp_path, "--against", "@old", "@a", a=HPA, old=old).exit_code


def test_warnings_leave_an_object_valid(tmp_path: Path) -> None:
    percent = "  behavior: {scaleUp: {policies: [{type: Percent, value: 100, periodSeconds: 15}]}}\n"
    result = run(tmp_path, "@a", a=ZPA + percent)
    line, counts = result.stdout.splitlines()
    assert (0, "1 valid, 0 invalid, 1 warning") == (result.exit_code, counts)
    assert line.startswith(
        f"{tmp_path}/a.yaml:2: warning: ZeroPodAutoscaler jobs/worker: spec.behavior.scaleUp.policies: "
    )


def test_other_kinds_are_skipped_and_counted(tmp_path: Path) -> None:
    result = run(tmp_path, "@a", a=ZPA + CONFIG_MAP + CONFIG_MAP)
    assert "1 valid, 0 invalid, 0 warnings, 2 objects of other kinds skipped\n" == result.stdout


def test_standard_input_is_a_dash(tmp_path: Path) -> None:
    result = run(tmp_path, "-", stdin=HPA)
    assert (1, True) == (result.exit_code, result.stdout.startswith("stdin:2: error: "))


def test_several_files_are_judged_together(tmp_path: Path) -> None:
    assert "2 valid, 0 invalid, 0 warnings\n" == run(tmp_path, "@a", "@b", a=ZPA, b=ZPA).stdout


def test_as_json_it_is_one_document(tmp_path: Path) -> None:
    result = run(tmp_path, "-o", "json", "@a", a=HPA + CONFIG_MAP)
    answer = json.loads(result.stdout)
    (entry,) = answer["objects"]
    warnings = entry.pop("warnings")
    expected = {
        "file": f"{tmp_path}/a.yaml",
        "line": 2,
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "namespace": "jobs",
        "name": "worker",
        "valid": False,
        "messages": [GATE_OFF],
        "errors": [
            {
                "type": "FieldValueInvalid",
                "field": "spec.minReplicas",
                "message": "Invalid value: 0: must be greater than or equal to 1",
            }
        ],
    }
    assert (1, 1, expected, ["spec.minReplicas"]) == (
        result.exit_code,
        answer["skipped"],
        entry,
        [each["field"] for each in warnings],
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a: [", "a.yaml:2: not YAML"),
        ("- 1", "a.yaml:1: expected an object with apiVersion and kind"),
        ('{\n\t"kind": }', "a.yaml:2: not JSON"),
    ],
)
def test_a_file_that_holds_no_objects_is_status_2(tmp_path: Path, content: str, said: str) -> None:
    result = run(tmp_path, "@a", a=content)
    assert (2, "") == (result.exit_code, result.stdout)
    assert result.stderr.startswith(f"error: {tmp_path}/{said}")


@pytest.mark.parametrize("words", [("@gone",), ("--against", "@gone", "@a")])
def test_a_file_that_is_not_there_is_status_2(tmp_path: Path, words: tuple[str, ...]) -> None:
    result = run(tmp_path, *words, a=ZPA)
    expected = f"error: cannot read {tmp_path}/gone.yaml: No such file or directory\n"
    assert (2, expected) == (result.exit_code, result.stderr)


def test_a_file_that_is_no_text_is_status_2(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\xff\xfe\x00")
    assert (2, True) == ((result := run(tmp_path, "@a")).exit_code, "not text in UTF-8" in result.stderr)
