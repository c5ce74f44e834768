"""How is the rollback told? A line per step, and at last that the gate may be switched off."""

import sys

import click

from adapter.kube.access import Access
from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName
from adapter.process.clock import SystemClock
from scaler.api.kinds import AutoscalerKind
from scaler.cli.migrate_printing import tell_step
from scaler.cli.reaching import asked
from scaler.cli.refusal import NEGATIVE, USAGE, refuse
from scaler.config import ConfigError, duration
from scaler.migration.gate_change import findings_on
from scaler.migration.hand_over import HandOver, Patience, StuckError
from scaler.migration.reading import autoscalers
from scaler.migration.rollback import plan_rollback
from scaler.migration.steps import Refusal
from scaler.migration.stock_autoscaler import Gate

_STOCK = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER


def roll_back(access: Access, namespace: str | None, timeout: str) -> None:
    """Ends the verb with 1 if one of them is not put right; the others are."""
    try:
        patience = Patience(seconds=duration("--timeout", timeout).total_seconds())
    except ConfigError as error:
        refuse(str(error), status=USAGE)
    stuck = asked(access, lambda client: _all(client, namespace, patience))
    click.echo(f"{stuck} left: put them right first" if stuck else "the gate may be switched off now")
    sys.exit(NEGATIVE if stuck else 0)


async def _all(client: KubeClient, namespace: str | None, patience: Patience) -> int:
    """How many are not put right. First all are raised, so that all wake at the same time; then each is waited for."""
    keys = [
        each.key
        async for each in autoscalers(client, namespace)
        if each.kind is _STOCK and any(finding.breaks for finding in findings_on(each.kind, each.document, Gate.OFF))
    ]
    for key in keys:
        await _one(client, key, Patience(seconds=patience.seconds, skips_waits=True))
    results = [await _one(client, key, patience) for key in keys]
    return results.count(False)


async def _one(client: KubeClient, key: NamespacedName, patience: Patience) -> bool:
    over = HandOver(
        client=client,
        clock=SystemClock(),
        planner=plan_rollback,
        patience=patience,
        told=lambda step: tell_step(key, step),
    )
    try:
        refusal = await over.run(key)
    except StuckError as error:
        refusal = Refusal(text=f"{key}: {error}")
    if refusal is not None:
        click.echo(f"error: {refusal.text}", err=True)
    return refusal is None
