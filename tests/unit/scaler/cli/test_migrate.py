"""Claims about `lagzero migrate`: what is wrong usage, what a hand-over prints, and how it ends."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scaler.cli import main
from scaler.migration.documents import at
from scaler.migration.zero_autoscaler import shadow_of
from tests.support.http_peer import http_peer, json_answer, status_answer
from tests.unit.scaler.cli.peered import asked, call
from tests.unit.scaler.migration.moved import ASIDE, AWAKE, COMPUTES, stock, zero

GONE = status_answer(404, reason="NotFound", message="gone")
NONE = json_answer({"items": []})
DEPLOYMENT = json_answer({"metadata": {"resourceVersion": "9"}, "spec": {"replicas": 3}})
SHADOW = shadow_of(stock(least=1))
MINE = {**zero(ASIDE), "metadata": {**zero()["metadata"], "annotations": at(SHADOW, "metadata", "annotations")}}
STOCK, ZERO = json_answer(stock(AWAKE, least=1)), json_answer(MINE)
BEGIN = (STOCK, GONE, NONE, NONE, DEPLOYMENT)
NOTHING_LEFT = (GONE, json_answer(zero(COMPUTES)), NONE, NONE, DEPLOYMENT)
DONE = json_answer({})


def migrate(*arguments: str, given: str = "") -> Result:
    return CliRunner().invoke(main, ["migrate", *arguments], input=given, catch_exceptions=False)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["from-hpa"], "whom? Write NAME, -n NAMESPACE for all of a namespace, or --all"),
        (["to-hpa"], "whom? Write NAME, -n NAMESPACE for all of a namespace, or --all"),
        (["from-hpa", "worker", "--all"], "--all goes with neither NAME nor --namespace"),
        (["from-hpa", "-n", "jobs", "--all"], "--all goes with neither NAME nor --namespace"),
        (["from-hpa", "worker", "-o", "yaml"], "-o yaml prints what would be created: add --dry-run client"),
        (["from-hpa", "worker", "-f", "x.yaml"], "-f goes with no NAME, --namespace or --all"),
        (["from-hpa", "worker", "--timeout", "soon"], "--timeout"),
        (["from-hpa", "-f", "nowhere.yaml"], "cannot read nowhere.yaml"),
        (["from-keda"], "which ScaledObjects? Write -f FILE, -n NAMESPACE or --all"),
        (["from-keda", "-n", "jobs", "--all"], "which ScaledObjects?"),
        (["upgrade-check", "--to", "off"], "which autoscalers? Write one of -n NAMESPACE, --all and -f FILE"),
        (["upgrade-check", "--to", "on", "--all", "--rollback"], "--rollback works on the cluster"),
        (["upgrade-check", "--to", "off", "-f", "x.yaml", "--rollback"], "--rollback works on the cluster"),
    ],
)
def test_wrong_usage_is_one_line_that_says_what_to_write(arguments: Sequence[str], words: str) -> None:
    result = migrate(*arguments)
    assert (2, 1, True) == (result.exit_code, len(result.stderr.splitlines()), words in result.stderr)


@pytest.mark.parametrize("verb", ["from-hpa", "to-hpa", "from-keda", "upgrade-check"])
def test_help_has_an_example(verb: str) -> None:
    assert "Example: " in migrate(verb, "-h").stdout


async def test_each_step_is_a_line_and_the_last_says_that_it_is_done(tmp_path: Path) -> None:
    marked = (GONE, json_answer(zero(COMPUTES, mark="from-hpa")), NONE, NONE, DEPLOYMENT)
    middle = (STOCK, ZERO, NONE, NONE, DEPLOYMENT)
    answers = (*middle, *middle, DONE, *marked, DONE, *NOTHING_LEFT)
    async with http_peer(*answers) as peer:
        result = await call(peer.url, tmp_path, "migrate", "from-hpa", "worker")
        written = [method for method, _ in asked(peer) if method != "GET"]
    assert (0, ["DELETE", "PATCH"]) == (result.exit_code, written)
    lines = [line for line in result.stdout.splitlines() if ": note: " not in line]
    assert [
        "jobs/worker: delete the HorizontalPodAutoscaler",
        "jobs/worker: take the mark lagzero.dev/migration off the ZeroPodAutoscaler",
        "jobs/worker: done",
    ] == lines


async def test_what_is_done_already_needs_nothing(tmp_path: Path) -> None:
    async with http_peer(*NOTHING_LEFT, *NOTHING_LEFT) as peer:
        result = await call(peer.url, tmp_path, "migrate", "from-hpa", "worker")
    assert (0, "jobs/worker: nothing to do\n") == (result.exit_code, result.stdout)


async def test_a_refusal_ends_with_one_and_writes_nothing(tmp_path: Path) -> None:
    async with http_peer(GONE, GONE, NONE, NONE) as peer:
        result = await call(peer.url, tmp_path, "migrate", "from-hpa", "worker")
    assert (1, "error: there is no HorizontalPodAutoscaler jobs/worker\n") == (result.exit_code, result.stderr)


async def test_a_step_that_cannot_be_taken_ends_with_three_and_says_how_to_go_on(tmp_path: Path) -> None:
    unseen = json_answer({**MINE, "status": {"conditions": []}})
    waiting = (STOCK, unseen, NONE, NONE, DEPLOYMENT)
    async with http_peer(*waiting, *waiting, *[unseen] * 9) as peer:
        result = await call(peer.url, tmp_path, "migrate", "from-hpa", "worker", "--timeout", "300ms")
    assert (3, True) == (result.exit_code, "run the same command again" in result.stderr)


async def test_one_that_is_refused_stops_no_other(tmp_path: Path) -> None:
    other = json_answer({"items": [{"metadata": {"name": "a", "namespace": "jobs"}}, stock()]})
    refused = (json_answer(stock()), json_answer(zero()), NONE, NONE, DEPLOYMENT)
    async with http_peer(other, NONE, *refused, *NOTHING_LEFT, *NOTHING_LEFT) as peer:
        result = await call(peer.url, tmp_path, "migrate", "from-hpa", "-n", "jobs")
    assert (1, "jobs/worker: nothing to do") == (result.exit_code, result.stdout.splitlines()[-1])


async def test_where_there_is_none_it_says_so(tmp_path: Path) -> None:
    async with http_peer(NONE, NONE) as peer:
        result = await call(peer.url, tmp_path, "migrate", "to-hpa", "-n", "jobs", "--gate", "on")
    assert (1, "there is no ZeroPodAutoscaler to hand over\n") == (result.exit_code, result.stderr)


async def test_a_dry_run_prints_the_steps_and_writes_nothing(tmp_path: Path) -> None:
    async with http_peer(*BEGIN) as peer:
        result = await call(peer.url, tmp_path, "migrate", "from-hpa", "worker", "--dry-run", "client")
        assert {"GET"} == {method for method, _ in asked(peer)}
    assert (0, "  8. take the mark lagzero.dev/migration off the ZeroPodAutoscaler") == (
        result.exit_code,
        result.stdout.splitlines()[-1],
    )


async def test_a_dry_run_of_the_server_shows_its_refusal(tmp_path: Path) -> None:
    async with http_peer(*BEGIN, status_answer(422, reason="Invalid", message="no")) as peer:
        result = await call(peer.url, tmp_path, "migrate", "from-hpa", "worker", "--dry-run", "server")
    assert (1, "error: jobs/worker: the API server would refuse it: Invalid: no\n") == (result.exit_code, result.stderr)


async def test_without_dry_runs_the_gate_has_to_be_said(tmp_path: Path) -> None:
    async with http_peer(status_answer(400, reason="BadRequest", message="no dry runs")) as peer:
        result = await call(peer.url, tmp_path, "migrate", "to-hpa", "worker")
    assert (2, True) == (result.exit_code, "say --gate on or --gate off" in result.stderr)


async def test_what_the_server_would_refuse_is_not_begun(tmp_path: Path) -> None:
    async with http_peer(*BEGIN, status_answer(422, reason="Invalid", message="no")) as peer:
        result = await call(peer.url, tmp_path, "migrate", "from-hpa", "worker")
    text = "error: jobs/worker: nothing is done: the API server refuses the new object: Invalid: no\n"
    assert (1, text) == (result.exit_code, result.stderr)
