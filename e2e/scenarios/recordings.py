"""Which specs are tried on the real server? Recorded ones, which the conformance tests hold our own rules against."""

import json
import lzma
import re
from typing import Any, Final

from e2e.control_plane.processes import ROOT

_FILE: Final = ROOT / "tests" / "conformance" / "v1.37" / "validation.jsonl.xz"


def creations() -> list[dict[str, Any]]:
    """All recordings of a creation with the gate HPAScaleToZero on."""
    with lzma.open(_FILE, "rt") as lines:
        return [each for each in map(json.loads, lines) if each["scaleToZeroGate"] and "oldSpec" not in each]


def table(*, rejected: int, accepted: int) -> list[dict[str, Any]]:
    """So many that are rejected, each for other reasons and those with the fewest first, and so many accepted ones."""
    every = creations()
    first: dict[frozenset[tuple[str, str]], dict[str, Any]] = {}
    for each in every:
        if each.get("errors"):
            first.setdefault(_complaints(each), each)
    for_one_reason_first = sorted(first, key=lambda complaints: (len(complaints), sorted(complaints)))
    refused = [first[complaints] for complaints in for_one_reason_first]
    return refused[:rejected] + [each for each in every if not each.get("errors")][:accepted]


def _complaints(recording: dict[str, Any]) -> frozenset[tuple[str, str]]:
    # Which element of a list it was makes no other reason.
    return frozenset((each["type"], re.sub(r"\[[^\]]*\]", "[]", each["field"])) for each in recording["errors"])
