"""Claims about `scaler.config`: what flags mean."""

from dataclasses import replace
from datetime import timedelta

import pytest

from adapter.kube.meta import NamespacedName
from adapter.process.sites import ListenAddress
from scaler.algorithm.model import AlgorithmSettings, Deviation
from scaler.config import ExternalMetricsSource, Flags, duration, settings_of
from tests.unit.scaler.flags import flags

__all__ = ["flags"]


def test_the_defaults_are_the_stock_controllers(flags: Flags) -> None:
    assert AlgorithmSettings() == settings_of(flags).algorithm


def test_parity_switches_every_deviation_off(flags: Flags) -> None:
    assert frozenset() == settings_of(replace(flags, parity=True)).algorithm.deviations


def test_without_parity_every_deviation_is_on(flags: Flags) -> None:
    assert frozenset(Deviation) == settings_of(flags).algorithm.deviations


def test_periods_are_read_in_seconds(flags: Flags) -> None:
    loop = settings_of(replace(flags, sync_period="1m30s", wake_interval="500ms")).loop
    assert (90.0, 0.5) == (loop.sync_period_seconds, loop.wake_interval_seconds)


def test_the_algorithms_times_are_those_of_their_flags(flags: Flags) -> None:
    changed = replace(flags, downscale_stabilization="2s", cpu_initialization_period="3s", initial_readiness_delay="4s")
    found = settings_of(changed).algorithm
    assert [timedelta(seconds=seconds) for seconds in (2, 3, 4)] == [
        found.downscale_stabilization,
        found.cpu_initialization_period,
        found.initial_readiness_delay,
    ]


def test_without_the_engine_metrics_come_from_the_api(flags: Flags) -> None:
    api = replace(flags, external_metrics=ExternalMetricsSource.API, rules=None, prometheus=None)
    assert settings_of(api).engine is None


def test_the_engines_rules_are_read(flags: Flags) -> None:
    engine = settings_of(flags).engine
    assert engine is not None
    assert "http://127.0.0.1:9090" == engine.prometheus.address.rstrip("/")


def test_a_namespace_that_is_named_twice_is_watched_once(flags: Flags) -> None:
    assert ("b", "a") == settings_of(replace(flags, namespaces=("b", "a", "b"))).namespaces


def test_the_probes_address_is_read(flags: Flags) -> None:
    assert ListenAddress(host="127.0.0.1", port=8080) == settings_of(flags).listen


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0.0),
        ("0s", 0.0),
        ("15s", 15.0),
        ("1m30s", 90.0),
        ("500ms", 0.5),
        ("1.5h", 5400.0),
        ("1h1m1s1ms", 3661.001),
    ],
)
def test_a_duration_is_read_as_go_writes_it(text: str, seconds: float) -> None:
    assert timedelta(seconds=seconds) == duration("--sync-period", text)


@pytest.mark.parametrize(("named", "namespace"), [(None, "default"), ("system", "system")])
def test_the_lease_is_in_the_namespace_named_or_in_our_own(flags: Flags, named: str | None, namespace: str) -> None:
    found = settings_of(replace(flags, leader_elect_resource_namespace=named)).lease
    assert NamespacedName(namespace, "lagzero-scaler") == found


def test_without_an_election_there_is_no_lease(flags: Flags) -> None:
    assert settings_of(replace(flags, leader_elect=False)).lease is None


@pytest.mark.parametrize("namespace", ["jobs", "a", "team-1", "0", "x" * 63])
def test_what_can_be_a_namespace_is_taken(flags: Flags, namespace: str) -> None:
    assert (namespace,) == settings_of(replace(flags, namespaces=(namespace,))).namespaces
