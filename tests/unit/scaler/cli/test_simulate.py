"""What `lagzero simulate` prints, and with which status it ends."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from click.testing import CliRunner, Result

from scaler.cli.simulate import simulate

SCENARIO = """
autoscaler:
  apiVersion: lagzero.dev/v1alpha1
  kind: ZeroPodAutoscaler
  metadata: {name: worker}
  spec:
    scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: worker}
    minReplicas: 0
    maxReplicas: 10
    metrics: [{type: External, external: {metric: {name: lag}, target: {type: AverageValue, averageValue: 30}}}]
metrics:
  lag: [{at: 0s, value: 30}, {at: 60s, value: 400}]
until: 2m
expect:
  - {at: 75s, replicas: 4}
"""


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """The command sends logs to the standard error of its runner, which is closed when a test is over."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def run(folder: Path, *words: str, **files: str) -> Result:
    """The command with the named files written first; a word `@name` is the path of one."""
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    paths = [str(folder / f"{word[1:]}.yaml") if word.startswith("@") else word for word in words]
    return CliRunner().invoke(simulate, paths, catch_exceptions=False)


def test_by_default_it_prints_a_table_a_chart_and_the_totals(tmp_path: Path) -> None:
    result = run(tmp_path, "@a", a=SCENARIO)
    assert (0, "") == (result.exit_code, result.stderr)
    assert ["TIME", "10 |", "demand |", "replica-seconds"] == [
        word for word in ("TIME", "10 |", "demand |", "replica-seconds") if word in result.stdout
    ]


def test_as_json_it_prints_one_line_per_sync(tmp_path: Path) -> None:
    result = run(tmp_path, "-o", "json", "@a", a=SCENARIO)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [15.0 * number for number in range(9)] == [line["t"] for line in lines]
    assert ["t", "replicas", "wrote", "desired", "conditions", "metrics", "events"] == list(lines[0])


def test_an_expectation_that_fails_is_printed_with_its_line_and_the_status_is_1(tmp_path: Path) -> None:
    result = run(tmp_path, "@a", a=SCENARIO.replace("replicas: 4}", "replicas: 5}"))
    expected = f"failed: {tmp_path}/a.yaml:15: at 75s: expected replicas 5, but there was 4, then 8\n"
    assert (1, expected) == (result.exit_code, result.stderr)


def test_parity_is_a_flag(tmp_path: Path) -> None:
    rows = [run(tmp_path, *flags, "-o", "json", "@a", a=NEGATIVE).stdout.splitlines() for flags in ((), ("--parity",))]
    assert [1, 4] == [json.loads(lines[0])["replicas"] for lines in rows]


NEGATIVE = SCENARIO.replace("value: 30}, {at: 60s, value: 400}", "value: -5}").replace(
    "minReplicas: 0", "minReplicas: 1"
)


def test_two_scenarios_are_compared(tmp_path: Path) -> None:
    result = run(tmp_path, "@a", "@b", a=SCENARIO, b=SCENARIO.replace("maxReplicas: 10", "maxReplicas: 4"))
    totals = result.stdout.splitlines()[-5:]
    assert [[f"{tmp_path}/a.yaml", f"{tmp_path}/b.yaml"], ["changes", "3", "1"]] == [
        totals[0].split(),
        totals[4].split(),
    ]


def test_the_autoscaler_is_found_beside_the_scenario(tmp_path: Path) -> None:
    manifest = (
        "apiVersion: lagzero.dev/v1alpha1\nkind: ZeroPodAutoscaler\nmetadata: {name: other}\n"
        "spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: other}, maxReplicas: 3}\n"
    )
    result = run(tmp_path, "@a", a="autoscaler: worker.yaml\nuntil: 1m\n", worker=manifest)
    assert (0, "") == (result.exit_code, result.stderr)


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        ("autoscaler: {}\nmetircs: {}\n", "a.yaml:2: unknown key 'metircs': did you mean 'metrics'?"),
        ("autoscaler: gone.yaml\n", "a.yaml:1: cannot read gone.yaml: No such file or directory"),
        (
            SCENARIO + 'rules: [{seriesQuery: lag, metricsQuery: "rate(x[5m])", resources: {namespaced: false}}]',
            "a.yaml: the query",
        ),
        ("{", "a.yaml:2: not YAML"),
    ],
)
def test_a_bad_scenario_is_one_line_and_status_2(tmp_path: Path, scenario: str, said: str) -> None:
    result = run(tmp_path, "@a", a=scenario)
    assert (2, "", 1) == (result.exit_code, result.stdout, result.stderr.count("\n"))
    assert result.stderr.startswith(f"error: {tmp_path}/{said}")


def test_a_file_that_is_not_there_is_status_2(tmp_path: Path) -> None:
    result = run(tmp_path, "@gone")
    assert (2, f"error: cannot read {tmp_path}/gone.yaml: No such file or directory\n") == (
        result.exit_code,
        result.stderr,
    )


def test_a_file_that_is_no_text_is_status_2(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\xff\xfe\x00")
    assert (2, True) == ((result := run(tmp_path, "@a")).exit_code, "not text in UTF-8" in result.stderr)


@pytest.mark.parametrize(("words", "said"), [((), "Missing argument"), (("@a",) * 3, "3 scenarios: give one, or two")])
def test_one_or_two_scenarios_are_given(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    result = run(tmp_path, *words, a=SCENARIO)
    assert (2, True) == (result.exit_code, said in result.stderr)


def test_a_flag_without_meaning_is_noted(tmp_path: Path) -> None:
    result = run(tmp_path, "@a", a=SCENARIO + "settings: {leaderElect: true}\n")
    assert (0, f"note: {tmp_path}/a.yaml: settings.leaderElect means nothing without a cluster\n") == (
        result.exit_code,
        result.stderr,
    )
