"""What would be decided about an autoscaler now? For `explain` without a decision log: one look at the cluster."""

import asyncio
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

import click

from adapter.kube.access import AccessError
from adapter.kube.errors import ApiError, NotFound
from adapter.kube.meta import NamespacedName
from adapter.process.clock import SystemClock
from adapter.process.logging import LogFormat, configure_logging
from scaler.algorithm.model import MetricUnavailable
from scaler.api.autoscaler import AutoscalerId
from scaler.api.quantities import DecodeError
from scaler.api.types import ExternalMetricSource
from scaler.cli.explain_log import Wanted
from scaler.cli.reaching import absence, is_unknown
from scaler.cli.refusal import NEGATIVE, USAGE, WORLD_FAILED, refuse
from scaler.cli.scaler import flags_of, scaler
from scaler.config import ConfigError, ExternalMetricsSource, Flags, settings_of
from scaler.decisionlog.record import Record
from scaler.look import NotSeenError, look
from scaler.narration.account import Explanation
from scaler.narration.explanation import explanation_of

_OTHER_SOURCE: Final = (
    "nobody serves external.metrics.k8s.io in this cluster; to read metrics as a scaler with an engine of its own "
    "does, give the scaler's --rules FILE and --prometheus URL"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """How the look is taken: those flags of `scaler` that decide it. No `rules`: by the external metrics API."""

    kubeconfig: Path | None
    rules: Path | None
    prometheus: str | None
    parity: bool
    tolerance: float
    downscale_stabilization: str


def from_the_cluster(wanted: Wanted, means: Means, sync_period: timedelta) -> Explanation:
    """Ends the verb where there is no such autoscaler (1), a flag is wrong (2), or the cluster doesn't answer (3)."""
    configure_logging(format=LogFormat.TEXT, level="error")
    try:
        record = _record(wanted, means)
    except (ConfigError, AccessError, DecodeError) as error:
        refuse(str(error), status=USAGE)
    except NotFound as error:
        refuse(absence(error), status=NEGATIVE)
    except (ApiError, NotSeenError) as error:
        refuse(str(error), status=WORLD_FAILED)
    note = note_on(record, means)
    if note:
        click.echo(f"note: {note}", err=True)
    return explanation_of(record, sync_period)


def note_on(record: Record, means: Means) -> str:
    """What to do where a metric was asked of external.metrics.k8s.io, and nobody serves that; empty if not so."""
    seen = record.observation
    unserved = means.rules is None and any(
        isinstance(source, ExternalMetricSource)
        and isinstance(reading, MetricUnavailable)
        and is_unknown(reading.message)
        for source, reading in zip(seen.spec.metrics, seen.readings, strict=False)
    )
    return _OTHER_SOURCE if unserved else ""


def _record(wanted: Wanted, means: Means) -> Record:
    settings = settings_of(_flags(means))
    key = NamespacedName(wanted.namespace or settings.access.namespace, wanted.name)
    return asyncio.run(look(settings, AutoscalerId(kind=wanted.autoscaler_kind, key=key), SystemClock()))


def _flags(means: Means) -> Flags:
    """Those of `scaler`, with its own defaults for what has no say in one look."""
    engine = means.rules is not None or means.prometheus is not None
    return flags_of(
        scaler.make_context("scaler", []).params
        | asdict(means)
        | {
            "external_metrics": (ExternalMetricsSource.ENGINE if engine else ExternalMetricsSource.API).value,
            "leader_elect": False,
            "namespaces": (),
        }
    )
