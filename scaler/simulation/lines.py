"""One sync as one line of JSON: what was there, what was written, and what was said."""

from typing import Final

import msgspec

from scaler.algorithm.decision import Accepted
from scaler.api.encode import encode_status
from scaler.simulation.moments import seconds
from scaler.simulation.run import Synced

_ENCODER: Final = msgspec.json.Encoder()


def line_of(synced: Synced) -> str:
    """`replicas` is the count after the sync, `wrote` what it wrote, null if nothing.

    `desired`, `conditions` (status by type) and `metrics` are the status after it; `events` those it published.
    """
    status = encode_status(synced.status)
    return _ENCODER.encode(
        {
            "t": seconds(synced.at),
            "replicas": synced.replicas,
            "wrote": wrote(synced),
            "desired": status.desired_replicas,
            "conditions": {condition.type: condition.status for condition in status.conditions or ()},
            "metrics": status.current_metrics or (),
            "events": [
                {"type": event.type, "reason": event.reason, "message": event.message} for event in synced.events
            ],
        }
    ).decode()


def wrote(synced: Synced) -> int | None:
    """The count that the API server took from us in this sync."""
    outcome = synced.sync.outcome
    return outcome.rescale.desired if isinstance(outcome, Accepted) else None
