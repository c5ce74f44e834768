"""What was the scaler told to do? Its flags, checked as far as that goes without reaching the world."""

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from adapter.externalmetrics.rulefiles import load_rules_from
from adapter.externalmetrics.rules import RulesError, RuleSet
from adapter.kube.access import Access, AccessError, load_access
from adapter.kube.meta import NamespacedName
from adapter.process.logging import LogFormat, LogLevel
from adapter.process.sites import ListenAddress, ListenError
from adapter.prometheus.servers import PrometheusServer, ServerError, parse_server
from scaler.algorithm.model import AlgorithmSettings, Deviation
from scaler.api.types import Tolerance
from scaler.controller.beside import USUAL, Vigilance
from scaler.controller.loop import LoopSettings
from scaler.decisionlog.rotation import Rotation
from scaler.decisionlog.writer import Destination
from scaler.leadership.timing import ElectionTiming, ElectionTimingError
from scaler.lengths import ConfigError, duration, positive

__all__ = [
    "ConfigError",
    "EngineSettings",
    "ExternalMetricsSource",
    "Flags",
    "ScalerSettings",
    "duration",
    "settings_of",
]

LEASE_NAME: Final = "lagzero-scaler"


class ExternalMetricsSource(StrEnum):
    """Where External metrics are read: by the engine in this process, or from the external metrics API."""

    ENGINE = "engine"
    API = "api"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """The command line as it was given; what wasn't is None."""

    kubeconfig: Path | None
    namespaces: tuple[str, ...]
    external_metrics: ExternalMetricsSource
    rules: Path | None
    prometheus: str | None
    sync_period: str
    wake_interval: str
    tolerance: float
    downscale_stabilization: str
    cpu_initialization_period: str
    initial_readiness_delay: str
    demand_waiting_threshold: str
    leader_elect: bool
    leader_elect_resource_namespace: str | None
    leader_elect_lease_duration: str
    leader_elect_renew_deadline: str
    leader_elect_retry_period: str
    parity: bool
    decision_log: str | None
    decision_log_maxsize: int
    decision_log_maxbackup: int
    listen: str
    log_format: LogFormat
    log_level: LogLevel


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """What the engine in this process needs: the rules, and where they stand."""

    path: Path
    rules: RuleSet
    prometheus: PrometheusServer


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalerSettings:
    """What `scaler.app` needs. No `engine`: External metrics come from the API. No namespaces: all.

    No `lease`: this is the only scaler, and it leads without an election, whatever the `election`.
    """

    access: Access
    namespaces: tuple[str, ...]
    engine: EngineSettings | None
    algorithm: AlgorithmSettings
    loop: LoopSettings
    lease: NamespacedName | None
    election: ElectionTiming
    decision_log: Destination | None
    listen: ListenAddress
    vigilance: Vigilance = USUAL


def settings_of(flags: Flags) -> ScalerSettings:
    """The settings that the flags mean, with the rules read. Raises ConfigError."""
    try:
        access = load_access(flags.kubeconfig)
        return ScalerSettings(
            access=access,
            namespaces=_namespaces(flags.namespaces),
            engine=_engine(flags),
            algorithm=_algorithm(flags),
            loop=LoopSettings(
                sync_period_seconds=positive("--sync-period", flags.sync_period).total_seconds(),
                wake_interval_seconds=positive("--wake-interval", flags.wake_interval).total_seconds(),
            ),
            lease=_lease(flags, access),
            election=_election(flags),
            decision_log=_decision_log(flags),
            listen=ListenAddress.parse(flags.listen),
            vigilance=Vigilance(demand_waiting=duration("--demand-waiting-threshold", flags.demand_waiting_threshold)),
        )
    except AccessError as error:
        raise ConfigError(f"--kubeconfig: {error}") from error
    except ListenError as error:
        raise ConfigError(f"--listen: {error}") from error


def _lease(flags: Flags, access: Access) -> NamespacedName | None:
    if not flags.leader_elect:
        return None
    named = flags.leader_elect_resource_namespace
    namespace = access.namespace if named is None else _namespace("--leader-elect-resource-namespace", named)
    return NamespacedName(namespace, LEASE_NAME)


def _decision_log(flags: Flags) -> Destination | None:
    if flags.decision_log is None:
        return None
    rotation = Rotation(max_bytes=flags.decision_log_maxsize * 2**20, max_backups=flags.decision_log_maxbackup)
    return Destination(place=flags.decision_log, rotation=rotation)


def _election(flags: Flags) -> ElectionTiming:
    lease, renew, retry = (
        positive(flag, text).total_seconds()
        for flag, text in (
            ("--leader-elect-lease-duration", flags.leader_elect_lease_duration),
            ("--leader-elect-renew-deadline", flags.leader_elect_renew_deadline),
            ("--leader-elect-retry-period", flags.leader_elect_retry_period),
        )
    )
    try:
        return ElectionTiming(lease_duration_seconds=lease, renew_deadline_seconds=renew, retry_period_seconds=retry)
    except ElectionTimingError as error:
        raise ConfigError(f"--leader-elect-lease-duration, -renew-deadline and -retry-period: {error}") from error


_NAMESPACE: Final = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")


def _namespaces(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_namespace("--namespace", name) for name in names))


def _namespace(flag: str, name: str) -> str:
    """A wrong one would be asked for in vain for ever: nothing is found there, and nothing fails."""
    if not _NAMESPACE.fullmatch(name):
        raise ConfigError(f'{flag} "{name}": not the name of a namespace; write for example jobs or team-1')
    return name


def _engine(flags: Flags) -> EngineSettings | None:
    if flags.external_metrics is ExternalMetricsSource.API:
        if flags.rules is not None or flags.prometheus is not None:
            raise ConfigError("--rules and --prometheus belong to --external-metrics engine; leave them out with api")
        return None
    if flags.rules is None or flags.prometheus is None:
        raise ConfigError("--external-metrics engine needs --rules FILE and --prometheus URL; or take api")
    try:
        return EngineSettings(
            path=flags.rules, rules=load_rules_from(flags.rules), prometheus=parse_server(flags.prometheus)
        )
    except RulesError as error:
        raise ConfigError(str(error)) from error
    except ServerError as error:
        raise ConfigError(f"--prometheus: {error}") from error


def _algorithm(flags: Flags) -> AlgorithmSettings:
    if not 0.0 <= flags.tolerance < 1.0:
        raise ConfigError(
            f"--tolerance {flags.tolerance:g}: write a share from 0 up to, but not including, 1, such as 0.1"
        )
    return AlgorithmSettings(
        tolerance=Tolerance(flags.tolerance),
        downscale_stabilization=duration("--downscale-stabilization", flags.downscale_stabilization),
        cpu_initialization_period=duration("--cpu-initialization-period", flags.cpu_initialization_period),
        initial_readiness_delay=duration("--initial-readiness-delay", flags.initial_readiness_delay),
        deviations=frozenset() if flags.parity else frozenset(Deviation),
    )
