"""How is the scenario's scaler started? Its flags in camelCase."""

from datetime import timedelta
from typing import Final

from adapter.externalmetrics.yamlvalues import YamlValue
from scaler.algorithm.model import DEFAULT_TOLERANCE, AlgorithmSettings, Deviation
from scaler.api.types import Tolerance
from scaler.controller.beside import USUAL, Vigilance
from scaler.simulation.fields import duration, known_fields
from scaler.simulation.moments import Millis
from scaler.simulation.scenario import Settings

WITHOUT_MEANING: Final = (
    "kubeconfig",
    "namespace",
    "externalMetrics",
    "rules",
    "prometheus",
    "leaderElect",
    "leaderElectResourceNamespace",
    "leaderElectLeaseDuration",
    "leaderElectRenewDeadline",
    "leaderElectRetryPeriod",
    "decisionLog",
    "decisionLogMaxsize",
    "decisionLogMaxbackup",
    "listen",
    "logFormat",
    "logLevel",
)
"""Flags about the way to a cluster: there is none."""

_MEANINGFUL: Final = (
    "syncPeriod",
    "wakeInterval",
    "parity",
    "tolerance",
    "downscaleStabilization",
    "cpuInitializationPeriod",
    "initialReadinessDelay",
    "demandWaitingThreshold",
    "scaleToZero",
)
_SYNC_PERIOD: Final = Millis(15_000)
_WAKE_INTERVAL: Final = Millis(1_000)
_SHORTEST_PERIOD: Final = 100
_DEFAULTS: Final = AlgorithmSettings()


def read_settings(value: YamlValue | None, *, parity: bool) -> Settings:
    """`scaleToZero` is the stock controller's gate HPAScaleToZero, which is no flag of ours."""
    fields = {} if value is None else known_fields(value, (*_MEANINGFUL, *WITHOUT_MEANING))
    parity = parity or ("parity" in fields and fields["parity"].flag())
    return Settings(
        algorithm=AlgorithmSettings(
            tolerance=_tolerance(fields.get("tolerance")),
            downscale_stabilization=_length(fields.get("downscaleStabilization"), _DEFAULTS.downscale_stabilization),
            cpu_initialization_period=_length(
                fields.get("cpuInitializationPeriod"), _DEFAULTS.cpu_initialization_period
            ),
            initial_readiness_delay=_length(fields.get("initialReadinessDelay"), _DEFAULTS.initial_readiness_delay),
            scale_to_zero=fields["scaleToZero"].flag() if "scaleToZero" in fields else True,
            deviations=frozenset() if parity else frozenset(Deviation),
        ),
        sync_period=_period(fields.get("syncPeriod"), _SYNC_PERIOD),
        wake_interval=_period(fields.get("wakeInterval"), _WAKE_INTERVAL),
        parity=parity,
        vigilance=Vigilance(demand_waiting=_length(fields.get("demandWaitingThreshold"), USUAL.demand_waiting)),
        ignored=tuple(name for name in WITHOUT_MEANING if name in fields),
    )


def _tolerance(value: YamlValue | None) -> Tolerance:
    if value is None:
        return DEFAULT_TOLERANCE
    try:
        tolerance = float(value.text())
    except ValueError:
        tolerance = -1.0
    if not 0.0 <= tolerance < 1.0:
        value.fail(f"tolerance {value.text()}: write a share from 0 up to, but not including, 1, such as 0.1")
    return Tolerance(tolerance)


def _length(value: YamlValue | None, unset: timedelta) -> timedelta:
    return unset if value is None else timedelta(milliseconds=duration(value))


def _period(value: YamlValue | None, unset: Millis) -> Millis:
    if value is None:
        return unset
    period = duration(value)
    if period < _SHORTEST_PERIOD:
        value.fail(f"{value.text()} is too short: write 100ms or more")
    return period
