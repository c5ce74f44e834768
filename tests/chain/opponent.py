"""A second writer of a workload's count, in a process of its own: it puts the count back whenever it isn't its own.

python -m tests.chain.opponent URL STATE PATH COUNT MANAGER
"""

import sys
import threading
from pathlib import Path
from typing import Final

from tests.chain.cluster import Cluster

_BETWEEN_LOOKS_SECONDS: Final = 0.05


def put_back(cluster: Cluster, path: str, count: int, manager: str) -> None:
    """For ever: what a deployment tool does whose manifest says `count`."""
    pause = threading.Event()
    while True:
        if cluster.get(path)["spec"]["replicas"] not in {count, 0}:
            cluster.patch(path, {"spec": {"replicas": count}}, manager=manager)
        pause.wait(_BETWEEN_LOOKS_SECONDS)


if __name__ == "__main__":
    url, state, target, wanted, name = sys.argv[1:]
    put_back(Cluster(url=url, state=Path(state)), target, int(wanted), name)
