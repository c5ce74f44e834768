"""What `lagzero check` prints, and with which status it ends."""

import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from scaler.cli.check import check
from tests.unit.scaler.cli.wrong import logging_restored

GOOD = """\
externalRules:
  - seriesQuery: lag
    resources: {namespaced: false}
    metricsQuery: sum(<<.Series>>{<<.LabelMatchers>>}) or vector(0)
"""
WARNED = GOOD.replace(" or vector(0)", "")
BAD = GOOD.replace("sum(", "sum((")


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    with logging_restored():
        yield


def run(*words: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(check, [*words], input=stdin, catch_exceptions=False)


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_good_rules_are_counted(tmp_path: Path) -> None:
    result = run(written(tmp_path, "rules.yaml", GOOD))
    assert (0, "1 rule, 0 errors, 0 warnings\n", "") == (result.exit_code, result.stdout, result.stderr)


def test_a_finding_has_its_place_its_rule_and_what_to_write(tmp_path: Path) -> None:
    file = written(tmp_path, "rules.yaml", BAD)
    expected = (
        f"{file}:4: error: not PromQL (unclosed left parenthesis): sum((lag{{}}) or vector(0) [promql]\n"
        "    instead: correct metricsQuery until the query that is shown works in Prometheus\n"
        "1 rule, 1 error, 0 warnings\n"
    )
    result = run(file)
    assert (1, expected) == (result.exit_code, result.stdout)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (GOOD, 0),
        (WARNED, 0),
        (BAD, 1),
        (GOOD + GOOD.partition("\n")[2], 1),
        ("externalRules: [{}]", 1),
        (GOOD.replace("{namespaced: false}", "{}"), 1),
        (GOOD.replace("sum(<<.Series>>", "sum(<<.Serie>>"), 1),
        (GOOD.replace("sum(<<.Series>>", "sum(<<.Series"), 2),
        (GOOD.replace("resources", "resource"), 2),
        (GOOD + "    name: {matches: '('}\n", 2),
        ("rules: []", 0),
        ("externalRules: [", 2),
        ("a sentence", 2),
        ("external: []", 2),
    ],
)
def test_the_status_says_what_kind_of_file_it_is(text: str, status: int, tmp_path: Path) -> None:
    assert status == run(written(tmp_path, "rules.yaml", text)).exit_code


def test_a_file_without_rules_counts_more_than_one_with_errors(tmp_path: Path) -> None:
    result = run(written(tmp_path, "a.yaml", BAD), written(tmp_path, "b.yaml", "a: ["))
    assert (2, 2) == (result.exit_code, result.stdout.count(": error: "))


def test_as_json_the_findings_are_a_list(tmp_path: Path) -> None:
    file = written(tmp_path, "rules.yaml", WARNED)
    [finding] = msgspec.json.decode(run(file, "-o", "json").stdout)
    assert {
        "file": file,
        "line": 4,
        "severity": "warning",
        "rule": "vanishes",
        "message": "without a series the answer is empty: missing, not 0, and an autoscaler holds its count",
        "instead": "append `or vector(0)` or write onEmpty: zero if that means zero, else onEmpty: error",
    } == finding


def test_as_json_no_finding_is_an_empty_list(tmp_path: Path) -> None:
    assert "[]\n" == run(written(tmp_path, "rules.yaml", GOOD), "-o", "json").stdout


def test_the_files_of_a_folder_are_served_together(tmp_path: Path) -> None:
    written(tmp_path, "a.yaml", GOOD)
    written(tmp_path, "b.yaml", GOOD)
    assert (1, True) == ((result := run(str(tmp_path))).exit_code, "[duplicate-metric]" in result.stdout)


def test_files_of_their_own_are_not(tmp_path: Path) -> None:
    result = run(written(tmp_path, "a.yaml", GOOD), written(tmp_path, "b.yaml", GOOD))
    assert (0, "2 rules, 0 errors, 0 warnings\n") == (result.exit_code, result.stdout)


def test_rules_may_come_by_standard_input() -> None:
    result = run("-", stdin=BAD)
    assert (1, True) == (result.exit_code, result.stdout.startswith("stdin:4: error: "))


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("missing.yaml", "can't read the rules: No such file or directory"),
        ("empty", "no rules here"),
        ("bytes.yaml", "not a text file in UTF-8"),
    ],
)
def test_what_cannot_be_read_is_an_error_of_that_file(path: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    result = run(str(tmp_path / path))
    assert (2, True) == (result.exit_code, f"{tmp_path / path}: error: {message}" in result.stdout)


def test_standard_input_that_is_no_text_is_an_error() -> None:
    result = run("-", stdin=b"\xff\xfe\x00")
    assert (2, True) == (result.exit_code, result.stdout.startswith("stdin: error: not a text file in UTF-8"))


def test_a_scrape_interval_is_told(tmp_path: Path) -> None:
    text = GOOD.replace("sum(", "sum(rate(").replace(">>})", ">>}[1m]))")
    file = written(tmp_path, "rules.yaml", text)
    found = ["[short-range]" in run(file, "--scrape-interval", interval).stdout for interval in ("30s", "1m")]
    assert [False, True] == found


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--live", "nonsense"), "error: --live: not the URL of a Prometheus server"),
        (("--scrape-interval", "often"), "error: --scrape-interval"),
        (("-o", "yaml"), "Invalid value for '-o'"),
    ],
)
def test_a_wrong_flag_is_wrong_usage(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    result = run(written(tmp_path, "rules.yaml", GOOD), *words)
    assert (2, True, "") == (result.exit_code, message in result.stderr, result.stdout)


def test_no_file_at_all_is_wrong_usage() -> None:
    assert 2 == run().exit_code


def test_a_prometheus_that_is_not_there_is_the_worlds_failure(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and nobody listens
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        result = run(written(tmp_path, "rules.yaml", GOOD), "--live", url)
    assert (3, True) == (result.exit_code, "connection refused" in result.stdout)
