"""What of the cluster was not listed yet, and why? One line for whoever asks the probe, by resources."""

from collections.abc import Iterable
from typing import Final

from scaler.cluster.renewable import Watch

_MOST_TOLD: Final = 5
_LONGEST_TROUBLE: Final = 200


def unlisted(watches: Iterable[Watch]) -> str:
    """The first few that were not listed, those with trouble before the others; empty once all were.

    What the API server said is cut off where it grows long.
    """
    waiting = [watch for watch in watches if not watch.synced.is_set()]
    waiting.sort(key=lambda watch: not watch.trouble)
    more = [f"and {len(waiting) - _MOST_TOLD} more"] if len(waiting) > _MOST_TOLD else []
    return "; ".join([*map(_told, waiting[:_MOST_TOLD]), *more])


def _told(watch: Watch) -> str:
    trouble = " ".join(watch.trouble.removeprefix(f"GET {watch.path}: ").split())
    if len(trouble) > _LONGEST_TROUBLE:
        trouble = f"{trouble[:_LONGEST_TROUBLE]}..."
    return f"{_collection(watch.path)}: {trouble or 'not listed yet'}"


def _collection(path: str) -> str:
    """`/apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL` as `PLURAL.GROUP in namespace NAMESPACE`."""
    _, root, *parts = path.split("/")
    group = f".{parts[0]}" if root == "apis" else ""
    within = f" in namespace {parts[-2]}" if "namespaces" in parts[:-1] else ""
    return f"{parts[-1]}{group}{within}"
