"""Who makes HorizontalPodAutoscalers of ZeroPodAutoscalers again? The verb `migrate to-hpa`."""

from functools import partial
from typing import Unpack

import click

from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName
from scaler.api.kinds import AutoscalerKind
from scaler.cli.migrate_options import HandOverFlags, cluster_options, whom_options
from scaler.cli.migrate_run import run
from scaler.cli.refusal import USAGE, refuse
from scaler.migration.gate import UnknownGateError, gate_of
from scaler.migration.hand_over import Planner
from scaler.migration.stock_autoscaler import TO_HPA, Gate
from scaler.migration.to_hpa import Terms, plan_to_hpa


@click.command(
    "to-hpa",
    epilog="Example: lagzero migrate to-hpa worker -n jobs --dry-run client",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@whom_options
@click.option(
    "--gate",
    type=click.Choice(["ask", "on", "off"]),
    default="ask",
    show_default=True,
    help="The cluster's gate HPAScaleToZero; ask: by a dry run.",
)
@click.option("--accept-loss", is_flag=True, help="Lose what no HorizontalPodAutoscaler can say; it is named.")
@cluster_options
def to_hpa(gate: str, accept_loss: bool, **flags: Unpack[HandOverFlags]) -> None:
    """Make a HorizontalPodAutoscaler of the ZeroPodAutoscaler NAME, and hand its workload back.

    With the gate HPAScaleToZero on a sleeping workload goes on sleeping, and the stock controller wakes it; with the
    gate off it is brought to 1 replica. Exit status: 0; 1 if one is refused, as where something would be lost; 2 for
    wrong usage; 3 if a step can't be taken, or the cluster can't be asked.
    """
    planner = partial(_planner, gate=gate, accept_loss=accept_loss)
    run(flags, AutoscalerKind.ZERO_POD_AUTOSCALER, TO_HPA, planner)


async def _planner(client: KubeClient, key: NamespacedName, *, gate: str, accept_loss: bool) -> Planner:
    """The gate is asked for once per object; it is cheap, and needs no right that the hand-over doesn't."""
    known = await _asked_gate(client, key.namespace) if gate == "ask" else Gate(gate)
    return partial(plan_to_hpa, terms=Terms(gate=known, accept_loss=accept_loss))


async def _asked_gate(client: KubeClient, namespace: str) -> Gate:
    try:
        return await gate_of(client, namespace)
    except UnknownGateError as error:
        refuse(f"--gate ask: {error}: say --gate on or --gate off", status=USAGE)
