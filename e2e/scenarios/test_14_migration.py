"""Scenario 14: workloads at 0, at 1 and at N change their autoscaler, and their count stays as it is for a minute."""

from collections.abc import Iterator
from typing import Final

import pytest

from e2e.control_plane.cluster import Cluster
from e2e.control_plane.lagzero import Adapter, Sources, start_scaler
from e2e.control_plane.patience import eventually, throughout
from e2e.control_plane.processes import Program
from e2e.scenarios.migration_flock import Flock
from e2e.scenarios.movers import COUNTS, QUIET, SINGLE, SLEEPER, Look, Movers, handed_over, names
from e2e.scenarios.pace import FAST
from e2e.scenarios.stage import Stage, entered

_STOCK: Final = "horizontalpodautoscaler"
_ZERO: Final = "zeropodautoscaler"
_SHORT_SECONDS: Final = 60.0
_LONG_SECONDS: Final = 600.0

pytestmark = pytest.mark.timeout(1200, func_only=True)


@pytest.fixture(scope="session")
def watched_seconds(request: pytest.FixtureRequest) -> float:
    return _LONG_SECONDS if request.config.getoption("--long") else _SHORT_SECONDS


@pytest.fixture(scope="module")
def gated_scaler(gated_adapter: Adapter, gated: Cluster, sources: Sources) -> Iterator[Program]:
    """Ours, as it is shipped, beside the stock controller with its gate on."""
    assert gated_adapter.program.process.poll() is None
    program = start_scaler(gated, gated.processes, sources, FAST)
    yield program
    gated.processes.stop(program)


@pytest.fixture
def second_stage(stage: Stage) -> Iterator[Stage]:
    with entered(stage.cluster, stage.broker, stage.prometheus) as made:
        yield made


@pytest.fixture
def second_gated_stage(gated_stage: Stage) -> Iterator[Stage]:
    with entered(gated_stage.cluster, gated_stage.broker, gated_stage.prometheus) as made:
        yield made


@pytest.mark.usefixtures("gated_scaler")
def test_gate_on_no_count_changes_on_the_way_in_or_out(
    gated_stage: Stage, second_gated_stage: Stage, watched_seconds: float
) -> None:
    inbound, outbound = _under_stock(gated_stage, companions=False), _under_zero(second_gated_stage)
    _rest(inbound, outbound)
    seen_in, seen_out = handed_over(watched_seconds, (inbound, ["from-hpa"]), (outbound, ["to-hpa"]))
    assert (1, list(names(_ZERO))) == (len(seen_in), inbound.kinds()), seen_in
    assert (1, list(names(_STOCK))) == (len(seen_out), outbound.kinds()), seen_out
    _wakes_the_sleeper_alone(inbound)
    _wakes_the_sleeper_alone(outbound)


@pytest.mark.usefixtures("adapter", "scaler")
def test_gate_off_no_count_changes_but_that_of_the_sleeper_on_the_way_out(
    stage: Stage, second_stage: Stage, watched_seconds: float
) -> None:
    inbound, outbound = _under_stock(stage, companions=True), _under_zero(second_stage)
    _rest(inbound, outbound)
    way_out = ["to-hpa", "--accept-loss"]
    seen_in, seen_out = handed_over(watched_seconds, (inbound, ["from-hpa"]), (outbound, way_out))
    assert (1, list(names(_ZERO))) == (len(seen_in), inbound.kinds()), seen_in
    assert (1, list(names(_STOCK))) == (len(_of_the_others(seen_out)), outbound.kinds()), seen_out
    assert [look[SLEEPER][0] for look in seen_out] == [0, 1]
    _wakes_the_sleeper_alone(inbound)


@pytest.mark.usefixtures("gated_scaler")
def test_gate_on_a_custom_resource_goes_in_at_work_and_out_asleep(gated_stage: Stage) -> None:
    flock, movers = Flock(stage=gated_stage), Movers(stage=gated_stage)
    flock.install()
    gated_stage.put(90)
    gated_stage.cluster.kubectl.apply(flock.stock())
    flock.reaches(3)
    at_work = flock.look()
    status, told = movers.says("from-hpa", "worker")
    assert (status, flock.look(), movers.kinds()) == (0, at_work, [f"{_ZERO}/worker"]), told
    gated_stage.purge()
    flock.reaches(0)
    gated_stage.becomes("ScaledToZero")
    asleep = flock.look()
    status, told = movers.says("to-hpa", "worker")
    assert (status, flock.look(), movers.kinds()) == (0, asleep, [f"{_STOCK}/worker"]), told
    gated_stage.put(90)
    flock.reaches(3)


@pytest.mark.usefixtures("gated_adapter")
def test_before_the_gate_is_switched_off_the_sleepers_are_woken_and_pauses_stay(gated_stage: Stage) -> None:
    movers = _under_stock(gated_stage, companions=False)
    _rest(movers)
    status, told = movers.says("upgrade-check", "--to", "off")
    assert (status, told.splitlines()[-1]) == (1, "2 of 4 autoscalers would break with the gate off")
    status, told = movers.says("upgrade-check", "--to", "off", "--rollback")
    assert (status, told.splitlines()[-1]) == (0, "the gate may be switched off now"), told
    assert movers.counts() == {**COUNTS, SLEEPER: 1}
    assert movers.says("upgrade-check", "--to", "off")[0] == 0


@pytest.mark.usefixtures("gated_adapter")
def test_a_dry_run_asks_the_server_and_changes_nothing(gated_stage: Stage) -> None:
    movers = Movers(stage=gated_stage)
    gated_stage.run_idlers(1, name=SINGLE)
    gated_stage.cluster.kubectl.apply(movers.stock(SINGLE, companion=False))
    status, told = movers.says("from-hpa", "--dry-run", "server")
    assert (status, told.count("create the ZeroPodAutoscaler")) == (0, 1), told
    assert movers.kinds() == [f"{_STOCK}/{SINGLE}"]


def _under_stock(stage: Stage, *, companions: bool) -> Movers:
    movers = Movers(stage=stage)
    movers.deploy()
    stage.cluster.kubectl.apply(*(movers.stock(name, companion=companions) for name in COUNTS))
    return movers


def _under_zero(stage: Stage) -> Movers:
    movers = Movers(stage=stage)
    movers.deploy()
    stage.cluster.kubectl.apply(*(movers.zero(name) for name in COUNTS))
    return movers


def _rest(*all_movers: Movers) -> None:
    """Whoever has them leaves them as they are before anything is handed over."""
    for movers in all_movers:
        movers.settle()
    for movers in all_movers:
        assert throughout(8.0, movers.counts) == (COUNTS,)


def _wakes_the_sleeper_alone(movers: Movers) -> None:
    stage = movers.stage
    stage.broker.publish(stage.namespace, QUIET, 40)
    eventually("the sleeper wakes", lambda: movers.counts()[SLEEPER], within=60, wanted=lambda seen: seen == 2)
    assert movers.counts() == {**COUNTS, SLEEPER: 2}


def _of_the_others(looks: list[Look]) -> list[Look]:
    """The different looks at everybody but the sleeper."""
    found: list[Look] = []
    for look in looks:
        others = {name: seen for name, seen in look.items() if name != SLEEPER}
        if others not in found:
            found.append(others)
    return found
