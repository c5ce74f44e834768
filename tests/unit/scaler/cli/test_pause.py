"""Claims about `lagzero pause` and `lagzero resume`: what is written, what is said."""

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from adapter.kube.meta import parse_time
from adapter.process.clock import SystemClock
from scaler.cli import main
from tests.support.http_peer import HttpPeer, http_peer, json_answer, status_answer
from tests.unit.scaler.cli.peered import asked, autoscaler, call

PATH = "/apis/lagzero.dev/v1alpha1/namespaces/jobs/zeropodautoscalers/worker"
PAUSED = {"lagzero.dev/paused": "moving the queue", "lagzero.dev/paused-until": "2999-01-01T00:00:00Z"}


def annotated(peer: HttpPeer) -> dict[str, object]:
    """The annotations of the last patch."""
    body = msgspec.json.decode(peer.requests[-1].body)
    assert {"metadata"} == set(body)
    assert {"annotations"} == set(body["metadata"])
    annotations: dict[str, object] = body["metadata"]["annotations"]
    return annotations


async def test_a_pause_is_a_merge_patch_of_the_annotations_by_a_manager_of_its_own(tmp_path: Path) -> None:
    async with http_peer(json_answer(autoscaler())) as peer:
        result = await call(peer.url, tmp_path, "pause", "worker", "--reason", "moving the queue")
        assert (0, "jobs/worker is paused until lagzero resume\n") == (result.exit_code, result.stdout)
        assert {"lagzero.dev/paused": "moving the queue", "lagzero.dev/paused-until": None} == annotated(peer)
        (request,) = peer.requests
    assert ("PATCH", PATH, "lagzero-cli", "application/merge-patch+json") == (
        request.method,
        request.path,
        request.query["fieldManager"],
        request.headers["content-type"],
    )


async def test_without_a_reason_it_is_true(tmp_path: Path) -> None:
    async with http_peer(json_answer(autoscaler())) as peer:
        await call(peer.url, tmp_path, "pause", "worker")
        assert "true" == annotated(peer)["lagzero.dev/paused"]


async def test_an_end_is_written_as_a_time(tmp_path: Path) -> None:
    async with http_peer(json_answer(autoscaler())) as peer:
        result = await call(peer.url, tmp_path, "pause", "worker", "--until", "2999-01-01T01:00:00+01:00")
        assert "2999-01-01T00:00:00Z" == annotated(peer)["lagzero.dev/paused-until"]
    assert "jobs/worker is paused until 2999-01-01T00:00:00Z\n" == result.stdout


async def test_an_end_may_be_a_length_of_time_from_now(tmp_path: Path) -> None:
    async with http_peer(json_answer(autoscaler())) as peer:
        before = SystemClock().now()
        await call(peer.url, tmp_path, "pause", "worker", "--until", "1h30m")
        end = parse_time(str(annotated(peer)["lagzero.dev/paused-until"]))
    assert timedelta(minutes=90) <= end - before <= timedelta(minutes=91)


@pytest.mark.parametrize("verb", ["pause", "resume"])
async def test_the_namespace_is_the_one_that_is_named(tmp_path: Path, verb: str) -> None:
    async with http_peer(json_answer(autoscaler())) as peer:
        await call(peer.url, tmp_path, verb, "worker", "-n", "other")
        assert [PATH.replace("jobs", "other")] == [path for _, path in asked(peer)]


async def test_a_resume_removes_both_annotations_and_names_the_reason(tmp_path: Path) -> None:
    async with http_peer(json_answer(autoscaler(annotations=PAUSED)), json_answer(autoscaler())) as peer:
        result = await call(peer.url, tmp_path, "resume", "worker")
        assert {"lagzero.dev/paused": None, "lagzero.dev/paused-until": None} == annotated(peer)
    assert (0, "jobs/worker is resumed, it was paused: moving the queue\n") == (result.exit_code, result.stdout)


async def test_nothing_is_written_where_there_was_no_pause(tmp_path: Path) -> None:
    async with http_peer(json_answer(autoscaler())) as peer:
        result = await call(peer.url, tmp_path, "resume", "worker")
        assert [("GET", PATH)] == asked(peer)
    assert (0, "jobs/worker was not paused\n") == (result.exit_code, result.stdout)


async def test_what_is_left_of_a_pause_that_is_over_is_removed(tmp_path: Path) -> None:
    over = PAUSED | {"lagzero.dev/paused-until": "2001-01-01T00:00:00Z"}
    async with http_peer(json_answer(autoscaler(annotations=over)), json_answer(autoscaler())) as peer:
        result = await call(peer.url, tmp_path, "resume", "worker")
        assert [("GET", PATH), ("PATCH", PATH)] == asked(peer)
    assert "jobs/worker was not paused\n" == result.stdout


async def test_a_pause_of_the_workload_is_not_ours_to_end(tmp_path: Path) -> None:
    async with http_peer(json_answer(autoscaler(status={"state": "PausedExplicitly"}))) as peer:
        result = await call(peer.url, tmp_path, "resume", "worker")
    expected = (
        "error: the pause of jobs/worker is its workload's: "
        "kubectl annotate -n jobs deployment/worker lagzero.dev/paused-\n"
    )
    assert (1, expected) == (result.exit_code, result.stderr)


@pytest.mark.parametrize("verb", ["pause", "resume"])
async def test_one_that_is_not_there_is_a_negative_answer(tmp_path: Path, verb: str) -> None:
    gone = 'zeropodautoscalers.lagzero.dev "worker" not found'
    async with http_peer(status_answer(404, reason="NotFound", message=gone)) as peer:
        result = await call(peer.url, tmp_path, verb, "worker")
    assert (1, f"error: {gone}\n") == (result.exit_code, result.stderr)


@pytest.mark.parametrize("verb", ["pause", "resume"])
async def test_a_refusal_is_the_worlds_failure(tmp_path: Path, verb: str) -> None:
    async with http_peer(status_answer(403, reason="Forbidden", message="you may not")) as peer:
        result = await call(peer.url, tmp_path, verb, "worker")
    assert (3, True) == (result.exit_code, result.stderr.endswith(": 403 Forbidden: you may not\n"))


async def test_a_cluster_that_does_not_answer_is_the_worlds_failure(tmp_path: Path) -> None:
    result = await call("http://127.0.0.1:9", tmp_path, "pause", "worker")
    assert (3, 1) == (result.exit_code, len(result.stderr.splitlines()))


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        (("--until", "soon"), "--until soon: write a time such as 2030-01-31T08:00:00Z, or a length such as 1h30m"),
        (("--until", "0"), "--until 0: that is over; write a time to come, or a length of time such as 2h"),
        (("--until", "2001-01-01T00:00:00Z"), "--until 2001-01-01T00:00:00Z: that is over"),
        (("--until", "2999-01-01"), "--until 2999-01-01: write a time"),
        (("--reason", "false"), "--reason false: "),
    ],
)
async def test_a_wrong_flag_is_told_before_anything_is_asked(
    tmp_path: Path, flags: tuple[str, ...], complaint: str
) -> None:
    async with http_peer() as peer:
        result = await call(peer.url, tmp_path, "pause", "worker", *flags)
        assert [] == asked(peer)
    assert (2, True) == (result.exit_code, result.stderr.startswith(f"error: {complaint}"))


def test_no_way_to_the_cluster_is_wrong_usage(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere")
    result = CliRunner().invoke(main, ["pause", "worker", "--kubeconfig", nowhere])
    assert (2, True) == (result.exit_code, result.stderr.startswith("error: --kubeconfig: "))
