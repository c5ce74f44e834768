"""What does the cluster say about an autoscaler? For `explain` without a decision log: its status, read once."""

from pathlib import Path

from adapter.process.clock import SystemClock
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.quantities import DecodeError
from scaler.cli.explain_log import Wanted
from scaler.cli.reaching import access_for, asked, read_autoscaler
from scaler.cli.refusal import USAGE, refuse
from scaler.narration.account import Explanation
from scaler.narration.status_account import explanation_of_status


def from_status(wanted: Wanted, kubeconfig: Path | None) -> Explanation:
    """Ends the verb if there is no such autoscaler, or no way to the cluster."""
    access = access_for(kubeconfig)
    kind = wanted.autoscaler_kind
    namespace = wanted.namespace or access.namespace
    wire = asked(access, lambda client: read_autoscaler(client, kind, namespace, wanted.name))
    try:
        return explanation_of_status(decode_autoscaler(wire, kind=kind), SystemClock().now())
    except DecodeError as error:
        refuse(f"{namespace}/{wanted.name}: {error}", status=USAGE)
