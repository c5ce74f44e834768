"""Claims about `lagzero status`: its columns, and what it says of those that compute nothing."""

import json
from pathlib import Path

import pytest
import yaml

from tests.support.http_peer import http_peer, json_answer, status_answer
from tests.unit.scaler.cli.peered import ACTIVE, asked, autoscaler, call, inactive

LIST = {"items": [autoscaler("worker", status=ACTIVE), autoscaler("mailer", status=inactive())]}
TABLE = (
    "NAME     REFERENCE           STATE    TARGETS              MIN   MAX   REPLICAS   DESIRED   "
    "LAST SCALE             NEXT CHANGE   INACTIVE\n"
    "mailer   Deployment/mailer   Paused   <unknown>/30 (avg)   0     10    0          0         "
    "never                  by hand       ScalingDisabled\n"
    "worker   Deployment/worker   Active   40/30 (avg)          0     10    3          4         "
    "2026-01-01T11:58:00Z   any look\n"
)


async def test_every_autoscaler_has_a_line(tmp_path: Path) -> None:
    async with http_peer(json_answer(LIST)) as peer:
        result = await call(peer.url, tmp_path, "status")
        assert [("GET", "/apis/lagzero.dev/v1alpha1/namespaces/jobs/zeropodautoscalers")] == asked(peer)
    assert (0, TABLE) == (result.exit_code, result.stdout)


async def test_of_all_namespaces_each_line_names_its_own(tmp_path: Path) -> None:
    async with http_peer(json_answer(LIST)) as peer:
        result = await call(peer.url, tmp_path, "status", "-A")
        assert [("GET", "/apis/lagzero.dev/v1alpha1/zeropodautoscalers")] == asked(peer)
    assert ["NAMESPACE", "jobs", "jobs"] == [line.split()[0] for line in result.stdout.splitlines()]


async def test_wide_tells_more(tmp_path: Path) -> None:
    async with http_peer(json_answer(LIST)) as peer:
        lines = (await call(peer.url, tmp_path, "status", "-o", "wide")).stdout.splitlines()
    assert (["LIMITED", "ATTENTION", "INACTIVE"], True) == (
        lines[0].split()[-3:],
        lines[1].endswith("ScalingDisabled: it is at zero"),
    )


async def test_as_yaml_each_is_a_document_with_the_same_in_it(tmp_path: Path) -> None:
    async with http_peer(json_answer(LIST), json_answer(LIST)) as peer:
        shown = (await call(peer.url, tmp_path, "status", "-o", "yaml")).stdout
        lines = (await call(peer.url, tmp_path, "status", "-o", "json")).stdout.splitlines()
    assert [json.loads(line) for line in lines] == list(yaml.safe_load_all(shown))


async def test_changes_are_not_followed_as_yaml(tmp_path: Path) -> None:
    async with http_peer(json_answer(LIST)) as peer:
        result = await call(peer.url, tmp_path, "status", "-w", "-o", "yaml")
    assert (2, True) == (result.exit_code, result.stderr.startswith("error: -w prints no yaml")), result.stderr


async def test_as_json_each_is_an_object_in_a_line(tmp_path: Path) -> None:
    async with http_peer(json_answer(LIST)) as peer:
        result = await call(peer.url, tmp_path, "status", "-o", "json")
    mailer, worker = map(json.loads, result.stdout.splitlines())
    assert {"reason": "ScalingDisabled", "message": "it is at zero"} == mailer["inactive"]
    by_hand = {"text": "not by itself: somebody has to scale it up", "time": None, "brief": "by hand"}
    assert by_hand == mailer["nextChange"]
    assert ("worker", 3, 4, 0, 10, "40/30 (avg)", "2026-01-01T11:58:00Z", None) == tuple(
        worker[key]
        for key in ("name", "replicas", "desired", "minReplicas", "maxReplicas", "targets", "lastScaleTime", "inactive")
    )


async def last_column(tmp_path: Path, item: dict[str, object]) -> str:
    async with http_peer(json_answer({"items": [item]})) as peer:
        lines = (await call(peer.url, tmp_path, "status", "-o", "json")).stdout
    inactive_because = json.loads(lines)["inactive"]
    return "" if inactive_because is None else str(inactive_because["reason"])


async def test_one_that_was_never_looked_at_says_so(tmp_path: Path) -> None:
    assert "not looked at yet" == await last_column(tmp_path, autoscaler())


async def test_a_target_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    condition = {"type": "AbleToScale", "status": "False", "reason": "FailedGetScale", "message": "gone"}
    assert "FailedGetScale" == await last_column(tmp_path, autoscaler(status={"conditions": [condition]}))


async def test_an_object_that_cannot_be_read_is_shown_all_the_same(tmp_path: Path) -> None:
    unreadable = autoscaler(status={"lastScaleTime": "yesterday"})
    assert "Unreadable" == await last_column(tmp_path, unreadable)


async def test_an_object_that_cannot_be_read_has_a_state_that_says_so(tmp_path: Path) -> None:
    async with http_peer(json_answer({"items": [autoscaler(status={"lastScaleTime": "yesterday"})]})) as peer:
        shown = json.loads((await call(peer.url, tmp_path, "status", "-o", "json")).stdout)
    assert ("Deployment/worker", "InvalidSpec") == (shown["reference"], shown["state"])


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("lagzero.dev/Contested", "FightingWriter"), ("lagzero.dev/DemandWaiting", "WaitingWhilePaused")],
)
async def test_wide_tells_what_needs_attention(tmp_path: Path, kind: str, reason: str) -> None:
    condition = {"type": kind, "status": "True", "reason": reason, "message": "why"}
    item = autoscaler(status=ACTIVE | {"conditions": [condition]})
    async with http_peer(json_answer({"items": [item]}), json_answer({"items": [item]})) as peer:
        wide = (await call(peer.url, tmp_path, "status", "-o", "wide")).stdout
        shown = json.loads((await call(peer.url, tmp_path, "status", "-o", "json")).stdout)
    assert (True, [{"reason": reason, "message": "why"}]) == (f"   {reason}" in wide, shown["attention"])


async def test_a_moment_at_which_the_count_may_change_is_its_time_and_its_cell(tmp_path: Path) -> None:
    until = "2999-01-01T00:00:00Z"
    annotations = {"lagzero.dev/paused": "moving", "lagzero.dev/paused-until": until}
    status = inactive("ScalingPaused", "it is paused") | {"state": "PausedExplicitly"}
    item = autoscaler(annotations=annotations, status=status)
    async with http_peer(json_answer({"items": [item]}), json_answer({"items": [item]})) as peer:
        shown = json.loads((await call(peer.url, tmp_path, "status", "-o", "json")).stdout)
        table = (await call(peer.url, tmp_path, "status")).stdout
    assert ({"text": "when the pause ends", "time": until, "brief": until}, True) == (
        shown["nextChange"],
        until in table,
    )


async def test_the_scalers_window_is_taken_where_the_spec_has_none(tmp_path: Path) -> None:
    held = {"type": "AbleToScale", "status": "True", "reason": "ScaleDownStabilized", "message": "were higher"}
    status = ACTIVE | {"conditions": [*ACTIVE["conditions"][1:], held]}
    answer = json_answer({"items": [autoscaler(status=status)]})
    async with http_peer(answer, answer) as peer:
        usual = (await call(peer.url, tmp_path, "status", "-o", "json")).stdout
        longer = (await call(peer.url, tmp_path, "status", "-o", "json", "--downscale-stabilization", "10m")).stdout
    texts = [json.loads(line)["nextChange"]["text"] for line in (usual, longer)]
    assert (True, True) == ("window of 5m" in texts[0], "window of 10m" in texts[1]), texts


async def test_a_window_that_is_no_length_of_time_is_wrong_usage(tmp_path: Path) -> None:
    result = await call("http://127.0.0.1:9", tmp_path, "status", "--downscale-stabilization", "soon")
    assert (2, True) == (result.exit_code, result.stderr.startswith("error: --downscale-stabilization soon: not a len"))


async def test_what_is_over_needs_none(tmp_path: Path) -> None:
    over = {"type": "lagzero.dev/Contested", "status": "False", "reason": "FightIsOver", "message": ""}
    item = autoscaler(status=ACTIVE | {"conditions": [over]})
    async with http_peer(json_answer({"items": [item]})) as peer:
        shown = json.loads((await call(peer.url, tmp_path, "status", "-o", "json")).stdout)
    assert [] == shown["attention"]


@pytest.mark.parametrize(("flags", "where"), [((), "in namespace jobs"), (("-A",), "in any namespace")])
async def test_none_is_a_negative_answer(tmp_path: Path, flags: tuple[str, ...], where: str) -> None:
    async with http_peer(json_answer({"items": []})) as peer:
        result = await call(peer.url, tmp_path, "status", *flags)
    expected = f"error: there is no ZeroPodAutoscaler {where}\n"
    assert (1, "", expected) == (result.exit_code, result.stdout, result.stderr)


async def test_a_cluster_that_refuses_is_the_worlds_failure(tmp_path: Path) -> None:
    async with http_peer(status_answer(403, reason="Forbidden", message="you may not")) as peer:
        result = await call(peer.url, tmp_path, "status")
    assert (3, True) == (result.exit_code, "you may not" in result.stderr)


async def test_a_namespace_and_all_of_them_exclude_each_other(tmp_path: Path) -> None:
    result = await call("http://127.0.0.1:9", tmp_path, "status", "-A", "-n", "jobs")
    assert (2, "error: -n and -A exclude each other\n") == (result.exit_code, result.stderr)
