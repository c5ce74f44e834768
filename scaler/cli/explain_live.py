"""What does the cluster say about an autoscaler? For `explain` without a decision log: its status, read once."""

from datetime import timedelta
from pathlib import Path

from adapter.process.clock import SystemClock
from scaler.algorithm.model import AlgorithmSettings
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.quantities import DecodeError
from scaler.cli.explain_log import Wanted
from scaler.cli.reaching import access_for, asked, read_autoscaler
from scaler.cli.refusal import USAGE, refuse
from scaler.narration.account import Explanation
from scaler.narration.status_account import explanation_of_status


def from_status(wanted: Wanted, kubeconfig: Path | None, downscale_stabilization: timedelta) -> Explanation:
    """`downscale_stabilization` is the scaler's. Ends the verb if there is no such autoscaler, or no way there."""
    access = access_for(kubeconfig)
    kind = wanted.autoscaler_kind
    namespace = wanted.namespace or access.namespace
    wire = asked(access, lambda client: read_autoscaler(client, kind, namespace, wanted.name))
    settings = AlgorithmSettings(downscale_stabilization=downscale_stabilization)
    try:
        return explanation_of_status(decode_autoscaler(wire, kind=kind), SystemClock().now(), settings)
    except DecodeError as error:
        refuse(f"{namespace}/{wanted.name}: {error}", status=USAGE)
