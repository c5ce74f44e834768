"""Who makes ZeroPodAutoscalers of HorizontalPodAutoscalers? The verb `migrate from-hpa`."""

from typing import Unpack

import click

from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName
from scaler.api.kinds import AutoscalerKind
from scaler.cli.migrate_files import from_files
from scaler.cli.migrate_options import HandOverFlags, cluster_options, whom_options
from scaler.cli.migrate_run import run
from scaler.cli.refusal import USAGE, refuse
from scaler.migration.from_hpa import plan_from_hpa
from scaler.migration.hand_over import Planner
from scaler.migration.zero_autoscaler import FROM_HPA


@click.command(
    "from-hpa",
    epilog="Example: lagzero migrate from-hpa worker -n jobs --dry-run client -o yaml",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@whom_options
@click.option("-f", "--filename", "files", metavar="FILE", multiple=True, help="Print those of a file, - is stdin.")
@cluster_options
def from_hpa(files: tuple[str, ...], **flags: Unpack[HandOverFlags]) -> None:
    """Make a ZeroPodAutoscaler of the HorizontalPodAutoscaler NAME, and hand its workload over.

    The count stays as it is, at no moment do two autoscalers write it, and at none is there no autoscaler. An automatic
    zero stays automatic, a human's stays a pause. Exit status: 0; 1 if one is refused; 2 for wrong usage; 3 if a step
    can't be taken, or the cluster can't be asked.
    """
    if files:
        if flags["name"] is not None or flags["namespace"] is not None or flags["everywhere"]:
            refuse("-f goes with no NAME, --namespace or --all: a file is only read, and printed", status=USAGE)
        from_files(files)
        return
    run(flags, AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, FROM_HPA, _planner)


async def _planner(_client: KubeClient, _key: NamespacedName) -> Planner:
    """Nothing has to be asked first."""
    return plan_from_hpa
