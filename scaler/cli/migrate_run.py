"""How does a verb of `migrate` go through its autoscalers? One after the other; one that is refused stops no other."""

import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import click

from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName
from adapter.process.clock import SystemClock
from scaler.api.kinds import AutoscalerKind
from scaler.cli.migrate_options import HandOverFlags, Whom, patience, whom
from scaler.cli.migrate_printing import plan_text, plan_yaml, tell_step
from scaler.cli.reaching import access_for, asked
from scaler.cli.refusal import NEGATIVE, WORLD_FAILED, refuse
from scaler.migration.hand_over import HandOver, Patience, Planner, StuckError
from scaler.migration.reading import look
from scaler.migration.rehearsal import refusal_beforehand, refusal_of
from scaler.migration.selection import to_be_handed_over
from scaler.migration.steps import Refusal

PlannerFor = Callable[[KubeClient, NamespacedName], Awaitable[Planner]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What a verb is asked to do. `planner` may ask the cluster before it plans for a name."""

    kind: AutoscalerKind
    mark: str
    planner: PlannerFor
    whom: Whom
    patience: Patience
    dry_run: str
    output: str


def run(flags: HandOverFlags, kind: AutoscalerKind, mark: str, planner: PlannerFor) -> None:
    """Ends the verb with what became of it: 0, 1 if an autoscaler was refused, 3 if a step got stuck."""
    job = Job(
        kind=kind,
        mark=mark,
        planner=planner,
        whom=whom(flags),
        patience=patience(flags),
        dry_run=flags["dry_run"],
        output=flags["output"],
    )
    access = access_for(flags["kubeconfig"])
    try:
        refused = asked(access, lambda client: _all(client, job, access.namespace))
    except StuckError as error:
        refuse(f"{error}\nwhat was done stays: put that right, and run the same command again", status=WORLD_FAILED)
    sys.exit(NEGATIVE if refused else 0)


async def _all(client: KubeClient, job: Job, default_namespace: str) -> bool:
    """Was any refused?"""
    keys = await _keys(client, job, default_namespace)
    if not keys:
        click.echo(f"there is no {job.kind.kind} to hand over", err=True)
        return True
    refusals = [await _one(client, job, key) for key in keys]
    return any(refusals)


async def _keys(client: KubeClient, job: Job, default_namespace: str) -> tuple[NamespacedName, ...]:
    wanted = job.whom
    if wanted.name is not None:
        return (NamespacedName(wanted.namespace or default_namespace, wanted.name),)
    return await to_be_handed_over(client, job.kind, job.mark, None if wanted.everywhere else wanted.namespace)


async def _one(client: KubeClient, job: Job, key: NamespacedName) -> bool:
    planner = await job.planner(client, key)
    plan = planner(await look(client, key))
    if isinstance(plan, Refusal):
        return _refused(plan.text)
    if job.dry_run != "none":
        click.echo(plan_yaml(key, plan) if job.output == "yaml" else plan_text(key, plan))
        text = await refusal_of(client, plan) if job.dry_run == "server" else ""
        return bool(text) and _refused(f"{key}: the API server would refuse it: {text}")
    text = await refusal_beforehand(client, plan)
    if text:
        return _refused(f"{key}: nothing is done: the API server refuses the new object: {text}")
    for note in plan.notes:
        click.echo(f"{key}: note: {note}")
    hand_over = HandOver(
        client=client,
        clock=SystemClock(),
        planner=planner,
        patience=job.patience,
        told=lambda step: tell_step(key, step),
    )
    refusal = await hand_over.run(key)
    if refusal is not None:
        return _refused(refusal.text)
    click.echo(f"{key}: {'done' if plan.steps else 'nothing to do'}")
    return False


def _refused(text: str) -> bool:
    for line in text.splitlines():
        click.echo(f"error: {line}", err=True)
    return True
