"""Who wrote what? The API server's own record of every request that changes something, in its order."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_LOG: Final = "audit.log"
_POLICY: Final = {
    "apiVersion": "audit.k8s.io/v1",
    "kind": "Policy",
    "omitStages": ["RequestReceived"],
    "rules": [
        {"level": "Metadata", "verbs": ["create", "update", "patch", "delete", "deletecollection"]},
        {"level": "None"},
    ],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """One answered request: by whom, of what kind, to what (`deployments/scale` worker), and the answer's status."""

    user: str
    verb: str
    resource: str
    name: str
    code: int


def audit_flags(folder: Path) -> tuple[str, ...]:
    """The API server's flags for a record in `folder`. A request is in it by the time it is answered."""
    policy = folder / "audit-policy.json"
    policy.write_text(json.dumps(_POLICY))
    return (f"--audit-policy-file={policy}", f"--audit-log-path={folder / _LOG}", "--audit-log-mode=blocking-strict")


def writes(folder: Path, namespace: str) -> tuple[Write, ...]:
    """The writes to a namespace's objects so far. Refused ones are there too, dry runs aren't."""
    return tuple(_writes(folder / _LOG, namespace))


def _writes(log: Path, namespace: str) -> Iterator[Write]:
    # The server may be at writing: the answer to that request is still to come.
    whole, _, _ = log.read_text().rpartition("\n")
    for line in whole.splitlines():
        entry: dict[str, Any] = json.loads(line)
        reference: dict[str, str] = entry.get("objectRef", {})
        if reference.get("namespace") == namespace and "dryRun=" not in entry["requestURI"]:
            subresource = reference.get("subresource", "")
            yield Write(
                user=entry["user"]["username"],
                verb=entry["verb"],
                resource=f"{reference['resource']}{'/' if subresource else ''}{subresource}",
                name=reference.get("name", ""),
                code=entry.get("responseStatus", {}).get("code", 0),
            )
