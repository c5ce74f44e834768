"""How do Pods show what they work on, when a scenario decides it? By series that the scenario itself serves."""

from collections.abc import Mapping
from contextlib import AbstractContextManager

from e2e.exposition import exposed
from e2e.scenarios.objects import QUEUE


def jobs_shown(namespace: str, jobs: Mapping[str, int]) -> AbstractContextManager[str]:
    """Serve `jobs_running` of each Pod at the address that is given, until the context is left."""
    lines = (
        f'jobs_running{{namespace="{namespace}",name="{QUEUE}",pod="{pod}"}} {count}\n' for pod, count in jobs.items()
    )
    return exposed("".join(lines).encode())
