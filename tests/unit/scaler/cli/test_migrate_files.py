"""Claims about `lagzero migrate` with files: nothing is asked of a cluster, and the output can be read again."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from scaler.cli import main
from tests.support.http_peer import http_peer, json_answer, status_answer
from tests.unit.scaler.cli.peered import call
from tests.unit.scaler.migration.moved import ASLEEP, AWAKE, stock
from tests.unit.scaler.migration.test_from_keda import scaled

GONE = status_answer(404, reason="NotFound", message="gone")


def migrate(*arguments: str, given: object = "") -> Result:
    text = given if isinstance(given, str) else yaml.safe_dump(given)
    return CliRunner().invoke(main, ["migrate", *arguments], input=text, catch_exceptions=False)


def listed(*items: dict[str, Any]) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "List", "items": list(items)}


def test_of_stock_autoscalers_in_a_file_the_final_objects_are_printed() -> None:
    result = migrate("from-hpa", "-f", "-", given=listed(stock(least=1), {"apiVersion": "v1", "kind": "Secret"}))
    [made] = yaml.safe_load_all(result.stdout)
    assert (0, "ZeroPodAutoscaler", False, {"name": "worker", "namespace": "jobs"}) == (
        result.exit_code,
        made["kind"],
        "zero" in made["spec"],
        made["metadata"],
    )


def test_an_older_version_is_converted_where_it_can_be() -> None:
    old = {**stock(), "apiVersion": "autoscaling/v1"}
    old["spec"] = {
        "scaleTargetRef": old["spec"]["scaleTargetRef"],
        "maxReplicas": 3,
        "targetCPUUtilizationPercentage": 50,
    }
    [made] = yaml.safe_load_all(migrate("from-hpa", "-f", "-", given=old).stdout)
    assert 50 == made["spec"]["metrics"][0]["resource"]["target"]["averageUtilization"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"apiVersion": "v1", "kind": "Secret"}, "there is no HorizontalPodAutoscaler in -"),
        ({**stock(), "apiVersion": "autoscaling/v2beta1"}, "no API server serves it since Kubernetes 1.25"),
        (stock(ownerReferences=[{"kind": "ScaledObject", "name": "x"}]), "belongs to ScaledObject x"),
    ],
)
def test_what_cannot_be_converted_ends_with_one(given: dict[str, Any], words: str) -> None:
    result = migrate("from-hpa", "-f", "-", given=given)
    assert (1, True) == (result.exit_code, words in result.stderr)


def test_scaled_objects_become_two_files(tmp_path: Path) -> None:
    result = migrate("from-keda", "-f", "-", "--folder", str(tmp_path / "out"), given=scaled())
    rules = yaml.safe_load((tmp_path / "out/rules.yaml").read_text())
    [made] = yaml.safe_load_all((tmp_path / "out/autoscalers.yaml").read_text())
    assert (0, "keda:jobs:worker:0", "keda:jobs:worker:0") == (
        result.exit_code,
        rules["externalRules"][0]["seriesQuery"],
        made["spec"]["metrics"][0]["external"]["metric"]["name"],
    )


def test_what_is_lost_ends_with_one_after_everything_was_printed() -> None:
    result = migrate("from-keda", "-f", "-", given=listed(scaled(), scaled({"type": "cron"})))
    assert (1, True, "error: 1 of 2 lost something: see `lost:` above") == (
        result.exit_code,
        "keda:jobs:worker:0" in result.stdout,
        result.stderr.splitlines()[-1],
    )


def test_without_a_scaled_object_there_is_nothing_to_do() -> None:
    result = migrate("from-keda", "-f", "-", given=stock())
    assert (1, "error: there is no ScaledObject\n") == (result.exit_code, result.stderr)


def test_a_folder_that_cannot_be_written_is_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = migrate("from-keda", "-f", "-", "--folder", str(tmp_path / "file"), given=scaled())
    assert (2, True) == (result.exit_code, "name a folder that can be written" in result.stderr)


async def test_scaled_objects_are_read_from_the_cluster(tmp_path: Path) -> None:
    item = {key: value for key, value in scaled().items() if key in {"metadata", "spec"}}
    async with http_peer(json_answer({"items": [item]})) as peer:
        result = await call(peer.url, tmp_path, "migrate", "from-keda", "-n", "jobs")
        assert ["/apis/keda.sh/v1alpha1/namespaces/jobs/scaledobjects"] == [each.path for each in peer.requests]
    assert (0, True) == (result.exit_code, "keda:jobs:worker:0" in result.stdout)


async def test_a_cluster_without_keda_is_said_to_be_so(tmp_path: Path) -> None:
    async with http_peer(GONE) as peer:
        result = await call(peer.url, tmp_path, "migrate", "from-keda", "--all")
    assert (1, True) == (result.exit_code, "KEDA isn't installed" in result.stderr)


def test_what_would_break_is_listed_and_counted() -> None:
    result = migrate("upgrade-check", "--to", "off", "-f", "-", given=listed(stock(AWAKE), stock(AWAKE, least=1)))
    last = result.stdout.splitlines()[-1]
    assert (1, "1 of 2 autoscalers would break with the gate off") == (result.exit_code, last)


def test_where_nothing_breaks_it_ends_with_zero() -> None:
    result = migrate("upgrade-check", "--to", "off", "-f", "-", "-o", "json", given=stock(AWAKE, least=1))
    assert (0, []) == (result.exit_code, json.loads(result.stdout))


async def test_a_rollback_raises_every_minimum_and_waits_for_the_sleepers(tmp_path: Path) -> None:
    sleeping = stock(ASLEEP)
    sleeping["status"]["currentReplicas"] = 0
    raised = {**sleeping, "spec": {**sleeping["spec"], "minReplicas": 1}}
    none, at_zero = json_answer({"items": []}), json_answer({"metadata": {}, "spec": {"replicas": 0}})
    awake = json_answer({"metadata": {}, "spec": {"replicas": 1}})
    answers = (
        *(json_answer({"items": [sleeping]}), none),
        *(json_answer(sleeping), GONE, none, none, at_zero, json_answer({})),
        *(json_answer(raised), GONE, none, none, at_zero),
        *(json_answer(raised), GONE, none, none, at_zero, at_zero, awake),
        *(json_answer(raised), GONE, none, none, awake),
    )
    async with http_peer(*answers) as peer:
        result = await call(peer.url, tmp_path, "migrate", "upgrade-check", "--to", "off", "-n", "jobs", "--rollback")
        bodies = [each.body for each in peer.requests if each.method == "PATCH"]
    assert (0, [b'{"spec": {"minReplicas": 1}}']) == (result.exit_code, bodies), result.output
    assert [
        "jobs/worker: raise minReplicas from 0 to 1",
        "jobs/worker: wait until the stock controller has woken its workload",
        "the gate may be switched off now",
    ] == result.stdout.splitlines()


async def test_a_sleeper_that_is_not_woken_is_named(tmp_path: Path) -> None:
    sleeping = stock(ASLEEP, least=1)
    sleeping["status"]["currentReplicas"] = 0
    none, at_zero = json_answer({"items": []}), json_answer({"metadata": {}, "spec": {"replicas": 0}})
    look = (json_answer(sleeping), GONE, none, none, at_zero)
    async with http_peer(json_answer({"items": [sleeping]}), none, *look, *look, *[at_zero] * 9) as peer:
        flags = ("--to", "off", "-n", "jobs", "--rollback", "--timeout", "300ms")
        result = await call(peer.url, tmp_path, "migrate", "upgrade-check", *flags)
    assert (1, True) == (result.exit_code, "Scale it to 1 by hand" in result.stderr)
