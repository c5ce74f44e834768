"""Claims about `lagzero status`: its columns, and what it says of those that compute nothing."""

import json
from pathlib import Path

import msgspec
import pytest
import yaml

from scaler.api.wire_object import WireAutoscaler
from scaler.cli.status_rows import Columns
from scaler.cli.status_watch import Follower
from tests.support.http_peer import http_peer, json_answer, status_answer
from tests.unit.scaler.cli.peered import ACTIVE, asked, autoscaler, call, inactive

LIST = {"items": [autoscaler("worker", status=ACTIVE), autoscaler("mailer", status=inactive())]}
TABLE = """\
NAME     REFERENCE           STATE    TARGETS              MIN   MAX   REPLICAS   LAST SCALE             INACTIVE
mailer   Deployment/mailer   Paused   <unknown>/30 (avg)   0     10    0          never                  ScalingDisabled
worker   Deployment/worker   Active   40/30 (avg)          0     10    3          2026-01-01T11:58:00Z
"""


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
    assert (["DESIRED", "LIMITED", "ATTENTION"], True) == (
        lines[0].split()[9:12],
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


def wire(name: str, status: object) -> WireAutoscaler:
    return msgspec.convert(autoscaler(name, status=status), WireAutoscaler)


def follower(*, as_json: bool = False) -> Follower:
    return Follower(columns=Columns(namespace=False, wide=False), as_json=as_json)


def test_following_begins_with_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    follower().replaced([wire("mailer", inactive()), wire("worker", ACTIVE)])
    assert TABLE == capsys.readouterr().out


def test_following_prints_what_reads_differently_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    follows = follower()
    follows.replaced([wire("mailer", inactive()), wire("worker", ACTIVE)])
    capsys.readouterr()
    follows.applied(wire("worker", ACTIVE))
    follows.applied(wire("worker", ACTIVE | {"currentReplicas": 4}))
    expected = (
        "worker   Deployment/worker   Active   40/30 (avg)          0     10    4          2026-01-01T11:58:00Z\n"
    )
    assert expected == capsys.readouterr().out


def test_following_says_when_one_is_gone(capsys: pytest.CaptureFixture[str]) -> None:
    follows = follower()
    follows.replaced([wire("worker", ACTIVE)])
    capsys.readouterr()
    follows.deleted(wire("worker", ACTIVE))
    follows.deleted(wire("worker", ACTIVE))
    assert ["Deleted"] == [line.split()[-1] for line in capsys.readouterr().out.splitlines()]


def test_following_notices_what_went_unseen(capsys: pytest.CaptureFixture[str]) -> None:
    follows = follower()
    follows.replaced([wire("mailer", inactive()), wire("worker", ACTIVE)])
    capsys.readouterr()
    follows.replaced([wire("worker", ACTIVE)])
    assert ["mailer"] == [line.split()[0] for line in capsys.readouterr().out.splitlines()]


def test_following_as_json_is_a_line_for_each_change(capsys: pytest.CaptureFixture[str]) -> None:
    follows = follower(as_json=True)
    follows.replaced([wire("worker", ACTIVE)])
    follows.applied(wire("worker", ACTIVE | {"currentReplicas": 4}))
    assert [3, 4] == [json.loads(line)["replicas"] for line in capsys.readouterr().out.splitlines()]
