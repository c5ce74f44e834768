"""A queue worker goes to zero, wakes at the needed count and goes to zero again, whoever measures its backlog."""

from collections.abc import Callable

import pytest

from tests.chain.worker import Worker

NamedWorker = Callable[[str, str], Worker]
OURS = "lagzero-scaler"


@pytest.mark.parametrize(
    ("source", "kind"), [("engine", "Deployment"), ("api", "Deployment"), ("engine", "StatefulSet")]
)
def test_idle_burst_drained(named_worker: NamedWorker, source: str, kind: str) -> None:
    worker = named_worker(source, kind)
    worker.backlog(0)
    worker.create(count=1)
    worker.until_asleep()
    worker.backlog(100)
    worker.until_count(4)
    worker.until_state("Active")
    assert ("False", "NotScaledToZero") == worker.condition("ScaledToZero")[:2]
    worker.backlog(0)
    worker.until_asleep()
    assert [(0, OURS), (4, OURS), (0, OURS)] == worker.writes()
