"""Claims about `lagzero explain`: which decision is told, from where, and in which form."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scaler.cli import main
from scaler.decisionlog.record import encode_record
from tests.golden.cases import CASES
from tests.golden.files import HERE, RECORDS
from tests.support.http_peer import http_peer, json_answer, status_answer
from tests.unit.scaler.cli.peered import ACTIVE, asked, autoscaler, call, inactive

PATH = "/apis/lagzero.dev/v1alpha1/namespaces/jobs/zeropodautoscalers/worker"


def explain(*arguments: str, log: object = RECORDS) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments, "--log", str(log)])


def lines(*named: tuple[str, str]) -> bytes:
    """Records of cases, each under a name."""
    return b"".join(encode_record(name, CASES[case]) + b"\n" for name, case in named)


def test_a_decision_is_told_as_arithmetic() -> None:
    expected = (HERE / "explain" / "several-metrics.txt").read_text(encoding="utf-8")
    result = explain("several-metrics")
    assert (0, expected, "") == (result.exit_code, result.stdout, result.stderr)


@pytest.mark.parametrize("name", ["woken", "zpa/woken"])
@pytest.mark.parametrize("namespace", [(), ("-n", "jobs")])
def test_it_is_found_by_name_and_namespace(name: str, namespace: tuple[str, ...]) -> None:
    assert explain(name, *namespace).stdout.startswith("jobs/woken at ")


def test_the_last_decision_is_told(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(lines(("jobs/a", "asleep"), ("jobs/b", "asleep"), ("jobs/a", "woken")))
    assert "went from 0 to 4" in explain("a", log=tmp_path / "log").stdout


def test_without_a_name_the_log_must_be_about_one(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(lines(("jobs/a", "asleep"), ("jobs/a", "woken")))
    assert "went from 0 to 4" in explain(log=tmp_path / "log").stdout


def test_what_is_about_several_is_not_guessed(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(lines(("b/worker", "asleep"), ("a/worker", "asleep")))
    result = explain("worker", log=tmp_path / "log")
    expected = f"error: {tmp_path}/log is about several: name one of a/worker, b/worker\n"
    assert (2, expected) == (result.exit_code, result.stderr)


def test_an_autoscaler_of_another_kind_is_named_with_it(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(lines(("jobs/worker", "woken"), ("HorizontalPodAutoscaler jobs/worker", "asleep")))
    assert "HorizontalPodAutoscaler jobs/worker at " in explain("hpa/worker", log=tmp_path / "log").stdout


def test_a_name_that_is_not_there_is_a_negative_answer() -> None:
    result = explain("nobody", "-n", "jobs")
    assert (1, f"error: {RECORDS} holds no decision about jobs/nobody\n") == (result.exit_code, result.stderr)


def test_a_line_that_is_being_written_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(lines(("jobs/a", "woken")) + lines(("jobs/a", "asleep"))[:100])
    assert "went from 0 to 4" in explain("a", log=tmp_path / "log").stdout


def test_a_line_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"{}\n" + lines(("jobs/a", "woken")))
    result = explain("a", log=tmp_path / "log")
    assert (2, True) == (result.exit_code, result.stderr.startswith(f"error: {tmp_path}/log:1: not a record"))


def test_a_decision_that_would_be_another_one_now_is_told_so(tmp_path: Path) -> None:
    done = replace(CASES["woken"], decision=replace(CASES["woken"].decision, desired=3))
    (tmp_path / "log").write_bytes(encode_record("jobs/a", done) + b"\n")
    assert explain("a", log=tmp_path / "log").stderr.startswith("note: this lagzero would decide otherwise")


def test_as_json_it_is_one_object() -> None:
    told = json.loads(explain("held-by-policies", "-o", "json").stdout)
    assert (5, 6, 20, 4.0, "2026-01-01T12:00:45Z", 7) == (
        told["current"],
        told["desired"],
        told["metrics"][0]["proposed"],
        told["metrics"][0]["ratio"],
        told["nextChange"]["time"],
        told["nextChange"]["replicas"],
    )


def test_the_next_change_is_looked_for_in_steps_of_the_sync_period() -> None:
    told = json.loads(explain("held-by-policies", "-o", "json", "--sync-period", "1m").stdout)
    assert "2026-01-01T12:01:00Z" == told["nextChange"]["time"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("worker", "--sync-period", "15"), "--sync-period 15: not a length of time"),
        (("worker", "--sync-period", "0"), "--sync-period 0: too short; write 100ms or more"),
        (("jobs/worker",), '"jobs/worker": write NAME, zpa/NAME or hpa/NAME, and the namespace with -n'),
        (("zpa/",), '"zpa/": write NAME'),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments: tuple[str, ...], complaint: str) -> None:
    result = explain(*arguments)
    assert (2, True) == (result.exit_code, result.stderr.startswith(f"error: {complaint}")), result.stderr


def test_without_a_log_it_needs_a_name() -> None:
    result = CliRunner().invoke(main, ["explain"])
    assert (2, "error: name an autoscaler, or a decision log with --log FILE\n") == (result.exit_code, result.stderr)


async def test_without_a_log_status_is_told_with_what_it_does_not_hold(tmp_path: Path) -> None:
    async with http_peer(json_answer(autoscaler(status=ACTIVE))) as peer:
        result = await call(peer.url, tmp_path, "explain", "worker", "--status")
        assert [("GET", PATH)] == asked(peer)
    titles = [line.split("  ")[0] for line in result.stdout.splitlines()[2:] if line[:1].strip()]
    assert [
        *("state", "target", "bounds", "metrics", "conditions", "memory", "not known"),
        *("why not fewer", "why not more", "next change"),
    ] == titles


async def test_the_scalers_window_is_taken_where_the_spec_has_none(tmp_path: Path) -> None:
    held = {"type": "AbleToScale", "status": "True", "reason": "ScaleDownStabilized", "message": "were higher"}
    item = autoscaler(status=ACTIVE | {"conditions": [*ACTIVE["conditions"][1:], held]})
    flags = ("--status", "--downscale-stabilization", "10m", "-o", "json")
    async with http_peer(json_answer(item)) as peer:
        told = json.loads((await call(peer.url, tmp_path, "explain", "worker", *flags)).stdout)
    assert told["whyNotFewer"].endswith("but the scale-down window of 10m holds the recommendation of 4")


def test_a_window_that_is_no_length_of_time_is_told_before_the_cluster_is_asked() -> None:
    wrong = ["explain", "worker", "--status", "--downscale-stabilization", "soon"]
    result = CliRunner().invoke(main, wrong)
    assert (2, True) == (result.exit_code, result.stderr.startswith("error: --downscale-stabilization soon: not a len"))


async def test_one_that_computes_nothing_says_why(tmp_path: Path) -> None:
    async with http_peer(json_answer(autoscaler(status=inactive()))) as peer:
        told = json.loads((await call(peer.url, tmp_path, "explain", "worker", "--status", "-o", "json")).stdout)
    assert ("it is at zero", "it is at zero") == (told["whyNotFewer"], told["whyNotMore"])


async def test_a_stock_autoscaler_is_read_from_its_own_api(tmp_path: Path) -> None:
    async with http_peer(json_answer(autoscaler(status=ACTIVE))) as peer:
        await call(peer.url, tmp_path, "explain", "hpa/worker", "--status", "-n", "other")
        assert [("GET", "/apis/autoscaling/v2/namespaces/other/horizontalpodautoscalers/worker")] == asked(peer)


async def test_one_that_is_not_in_the_cluster_is_a_negative_answer(tmp_path: Path) -> None:
    async with http_peer(status_answer(404, reason="NotFound", message="not found")) as peer:
        result = await call(peer.url, tmp_path, "explain", "worker", "--status")
    assert (1, "error: not found\n") == (result.exit_code, result.stderr)


async def test_a_look_at_one_that_is_not_there_is_a_negative_answer_at_once(tmp_path: Path) -> None:
    async with http_peer(status_answer(404, reason="NotFound", message="not found")) as peer:
        result = await call(peer.url, tmp_path, "explain", "worker")
        assert [("GET", PATH)] == asked(peer)
    assert (1, "error: not found\n") == (result.exit_code, result.stderr)


async def test_a_look_at_what_may_not_be_read_is_the_worlds_failure_at_once(tmp_path: Path) -> None:
    async with http_peer(status_answer(403, reason="Forbidden", message="you may not")) as peer:
        result = await call(peer.url, tmp_path, "explain", "worker")
        assert [("GET", PATH)] == asked(peer)
    assert (3, 1, True) == (result.exit_code, len(result.stderr.splitlines()), "you may not" in result.stderr)


async def test_a_look_at_a_cluster_that_is_not_there_fails_in_one_line(tmp_path: Path) -> None:
    result = await call("http://127.0.0.1:9", tmp_path, "explain", "worker")
    assert (3, 1, True) == (result.exit_code, len(result.stderr.splitlines()), "no connection" in result.stderr)
