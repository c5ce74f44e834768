"""A workload changes its autoscaler, killed between all steps or not, and nobody changes its count meanwhile."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from scaler.migration.from_hpa import plan_from_hpa
from scaler.migration.hand_over import Planner
from scaler.migration.stock_autoscaler import Gate
from scaler.migration.to_hpa import Terms, plan_to_hpa
from tests.chain.cluster import Cluster
from tests.chain.migrating import (
    STOCK,
    ZERO,
    Migrating,
    asleep_under_stock,
    asleep_under_zero,
    is_only,
    killed_at,
    paused_under_stock,
    under_stock,
    under_zero,
)
from tests.chain.programs import ScalerProcess, run_sandbox, run_scaler, write_rules
from tests.chain.test_verbs import lagzero
from tests.chain.worker import Worker
from tests.support.prometheus_server import RealPrometheus

OURS = "lagzero-scaler"
CONTROLLER = "kube-controller-manager"
NamedMigrating = Callable[[], Migrating]
GATE_ON = partial(plan_to_hpa, terms=Terms(gate=Gate.ON, accept_loss=True))
GATE_OFF = partial(plan_to_hpa, terms=Terms(gate=Gate.OFF, accept_loss=True))


@pytest.fixture(scope="module")
def gated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """An API server with the gate HPAScaleToZero on."""
    with run_sandbox(tmp_path_factory.mktemp("gated-sandbox"), "--scale-to-zero") as running:
        running.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "moving"}})
        yield running


@pytest.fixture(scope="module")
def gated_scaler(
    gated: Cluster, prometheus: RealPrometheus, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ScalerProcess]:
    folder = tmp_path_factory.mktemp("gated-scaler")
    flags = ("--rules", write_rules(folder), "--prometheus", prometheus.url)
    with run_scaler(gated, folder, "moving", *flags) as running:
        yield running


@pytest.fixture
def migrating(
    request: pytest.FixtureRequest, gated: Cluster, gated_scaler: ScalerProcess, prometheus: RealPrometheus
) -> Migrating:
    """A worker under the test's own name, without anything yet."""
    name = (
        request.node.name.removeprefix("test_").replace("_", "-").replace("[", "-").rstrip("]").lower()[:60].rstrip("-")
    )
    worker = Worker(cluster=gated, prometheus=prometheus, scaler=gated_scaler, kind="Deployment", name=name)
    return Migrating(worker=worker)


@pytest.mark.parametrize("count", [1, 3])
async def test_at_work_it_moves_in_without_a_write_of_its_count(migrating: Migrating, count: int) -> None:
    under_stock(migrating, count)
    await migrating.killed_between_all_steps(plan_from_hpa)
    assert (True, []) == (is_only(migrating, ZERO), migrating.worker.writes())
    migrating.worker.backlog(30 * count + 30)
    migrating.worker.until_count(count + 1)


async def test_an_automatic_zero_stays_automatic(migrating: Migrating) -> None:
    asleep_under_stock(migrating)
    await migrating.killed_between_all_steps(plan_from_hpa)
    assert (True, [(0, CONTROLLER), (0, OURS)]) == (is_only(migrating, ZERO), migrating.worker.writes())
    migrating.worker.until_asleep()
    migrating.worker.backlog(60)
    migrating.worker.until_count(2)


async def test_a_humans_zero_stays_a_pause(migrating: Migrating) -> None:
    paused_under_stock(migrating)
    await migrating.killed_between_all_steps(plan_from_hpa)
    migrating.worker.until_decided(3)
    assert (True, 0, "Paused") == (
        is_only(migrating, ZERO),
        migrating.worker.count(),
        migrating.worker.status()["state"],
    )


async def test_the_steps_in_are_taken_in_this_order(migrating: Migrating) -> None:
    asleep_under_stock(migrating)
    said = await migrating.killed_between_all_steps(plan_from_hpa)
    assert [
        "create the ZeroPodAutoscaler in mode Shadow: it watches, and writes no count",
        "own the workload's zero: it is automatic, and stays so",
        "make it active: while the HorizontalPodAutoscaler is there it stands aside",
        "delete the HorizontalPodAutoscaler",
        "take the mark lagzero.dev/migration off the ZeroPodAutoscaler",
    ] == [line for line in said if not line.startswith(("wait", "carry over"))]


def test_the_command_moves_in_and_leaves_no_mark(migrating: Migrating) -> None:
    under_stock(migrating, 2)
    told = lagzero(migrating.worker, "migrate", "from-hpa", migrating.worker.name)
    assert f"{migrating.key}: done" == told.splitlines()[-1]
    assert ({}, None) == (migrating.zero()["metadata"].get("annotations", {}), migrating.zero()["spec"].get("zero"))
    assert f"{migrating.key}: nothing to do\n" == lagzero(
        migrating.worker, "migrate", "from-hpa", migrating.worker.name
    )


def test_a_process_that_is_killed_in_the_middle_of_a_step_is_finished_by_the_next(migrating: Migrating) -> None:
    asleep_under_stock(migrating)
    deletion = {"method": "DELETE", "path": f"{migrating.path(STOCK)}$"}
    faults: dict[str, dict[str, object]] = {
        "create the": {"method": "PATCH", "path": f"{migrating.path(ZERO)}/status$", "answer": 503, "for": 10_000},
        "make it active": {**deletion, "answer": "hang"},
        "delete the": {**deletion, "held_seconds": 60},
    }
    killed_at(migrating, "from-hpa", faults)
    assert (True, [(0, CONTROLLER), (0, OURS)]) == (is_only(migrating, ZERO), migrating.worker.writes())


@pytest.mark.parametrize("count", [1, 3])
async def test_at_work_it_moves_out_without_a_write_of_its_count(migrating: Migrating, count: int) -> None:
    under_zero(migrating, count)
    await migrating.killed_between_all_steps(GATE_ON)
    assert (True, []) == (is_only(migrating, STOCK), migrating.worker.writes())
    stock = migrating.stock()
    assert (0, {}) == (stock["spec"]["minReplicas"], stock["metadata"].get("annotations", {}))


async def test_a_sleeping_one_is_handed_back_with_the_claim_on_its_zero(migrating: Migrating) -> None:
    asleep_under_zero(migrating)
    await migrating.killed_between_all_steps(GATE_ON)
    claims = [each for each in migrating.stock()["status"]["conditions"] if each["type"] == "ScaledToZero"]
    assert (True, ["True"], [(0, OURS)]) == (
        is_only(migrating, STOCK),
        [each["status"] for each in claims],
        migrating.worker.writes(),
    )


async def test_with_the_gate_off_a_sleeping_one_is_brought_to_one(migrating: Migrating) -> None:
    asleep_under_zero(migrating)
    await migrating.killed_between_all_steps(GATE_OFF)
    assert (True, 1, 1) == (
        is_only(migrating, STOCK),
        migrating.stock()["spec"]["minReplicas"],
        migrating.worker.count(),
    )


@pytest.mark.parametrize("planner", [GATE_ON, GATE_OFF], ids=["on", "off"])
async def test_a_pause_is_handed_back_as_one(migrating: Migrating, planner: Planner) -> None:
    worker = under_zero(migrating, 1).worker
    worker.human_scales(0)
    worker.until_state("Paused")
    await migrating.killed_between_all_steps(planner)
    assert (True, 0) == (is_only(migrating, STOCK), worker.count())
    assert "True" not in [
        each["status"] for each in migrating.stock()["status"]["conditions"] if each["type"] == "ScaledToZero"
    ]


def test_what_would_be_lost_is_refused(migrating: Migrating) -> None:
    under_zero(migrating, 1)
    lagzero(migrating.worker, "migrate", "to-hpa", migrating.worker.name, "--gate", "on", status=1)
    assert is_only(migrating, ZERO)


def test_the_command_moves_out_where_nobody_is_waited_for(migrating: Migrating) -> None:
    under_zero(migrating, 2)
    told = lagzero(
        migrating.worker, "migrate", "to-hpa", migrating.worker.name, "--gate", "on", "--accept-loss", "--no-wait"
    )
    assert f"{migrating.key}: done" == told.splitlines()[-1]
    assert (True, []) == (is_only(migrating, STOCK), migrating.worker.writes())


def test_a_dry_run_writes_nothing(migrating: Migrating) -> None:
    under_stock(migrating, 1)
    asked = ("migrate", "from-hpa", migrating.worker.name, "--dry-run", "client", "-o", "yaml")
    told = lagzero(migrating.worker, *asked)
    assert ("mode: Shadow" in told, True) == (True, is_only(migrating, STOCK))
