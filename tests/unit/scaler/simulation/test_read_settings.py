"""Flags of the scaler, in camelCase."""

import re
from datetime import timedelta

import click
import pytest

from scaler.algorithm.model import Deviation
from scaler.cli.scaler import scaler
from scaler.simulation.read import read_scenario
from scaler.simulation.read_settings import WITHOUT_MEANING
from scaler.simulation.scenario import ScenarioError
from tests.unit.scaler.simulation.scenes import scenario_of, text_of


def test_unset_settings_are_the_defaults_of_the_flags() -> None:
    read = scenario_of(settings="{}").settings
    assert (15_000, 1_000, False, frozenset(Deviation)) == (
        read.sync_period,
        read.wake_interval,
        read.parity,
        read.algorithm.deviations,
    )


def test_settings_reach_the_algorithm() -> None:
    algorithm = scenario_of(
        settings="{tolerance: 0.2, downscaleStabilization: 1m, cpuInitializationPeriod: 2m, initialReadinessDelay: 3s, "
        "scaleToZero: false}"
    ).settings.algorithm
    assert (0.2, timedelta(minutes=1), timedelta(minutes=2), timedelta(seconds=3), False) == (
        algorithm.tolerance,
        algorithm.downscale_stabilization,
        algorithm.cpu_initialization_period,
        algorithm.initial_readiness_delay,
        algorithm.scale_to_zero,
    )


@pytest.mark.parametrize("parity", ["{parity: true}", "{}"])
def test_parity_is_asked_for_by_the_scenario_or_by_the_flag(parity: str) -> None:
    asked = parity == "{}"
    text = text_of(settings=parity)
    read = read_scenario(text, source="scene.yaml", parity=asked, open_text=lambda _: "").settings
    assert (True, frozenset()) == (read.parity, read.algorithm.deviations)


@pytest.mark.parametrize(
    "settings",
    ["{tolerance: 1}", "{tolerance: high}", "{syncPeriod: 10ms}", "{parity: 'yes'}", "{wakeInterval: often}"],
)
def test_a_setting_that_no_flag_takes_is_refused(settings: str) -> None:
    with pytest.raises(ScenarioError, match=r"^scene\.yaml:2: "):
        scenario_of(settings=settings)


def test_flags_about_the_way_to_a_cluster_are_ignored_and_named() -> None:
    assert ("leaderElect", "logLevel") == scenario_of(settings="{logLevel: debug, leaderElect: true}").settings.ignored


@pytest.mark.parametrize(
    "flag", [option.opts[0] for option in scaler.params if isinstance(option, click.Option) and option.opts[0] != "-h"]
)
def test_every_flag_of_the_scaler_is_a_setting(flag: str) -> None:
    name = re.sub("-([a-z])", lambda found: found[1].upper(), flag.removeprefix("--"))
    values = {"tolerance": "0.1", "parity": "true"}
    value = values.get(name, "5s")
    read = scenario_of(settings=f"{{{name}: {value}}}").settings
    assert (name in WITHOUT_MEANING) == (name in read.ignored)
