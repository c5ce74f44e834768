"""What does one line of the decision log hold? All that was seen, remembered, decided and done, as JSON. Pure."""

from typing import Final

import msgspec

from scaler.controller.reconcile import Sync

VERSION: Final = 1

_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


def encode_record(autoscaler: str, sync: Sync) -> bytes:
    """One line without its newline: `memory` is what `decide` was given, so that the line alone suffices."""
    return _ENCODER.encode(
        {
            "version": VERSION,
            "autoscaler": autoscaler,
            "time": sync.observation.now,
            "settings": sync.settings,
            "observation": sync.observation,
            "memory": sync.memory,
            "decision": sync.decision,
            "outcome": {"kind": type(sync.outcome).__name__, "detail": sync.outcome},
        }
    )
