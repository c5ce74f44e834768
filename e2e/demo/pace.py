"""How fast does everything go in the demo? What production does in minutes is shortened to seconds, and said."""

import math
from typing import Final

STORY_SECONDS: Final = 110.0  # for all parts and chapters together; ending the parts comes on top
SCRAPE_SECONDS: Final = 1
SYNC_SECONDS: Final = 2
WAKE_SECONDS: Final = 1
STABILIZATION_SECONDS: Final = 6
POD_START_SECONDS: Final = 1.0
TASKS_PER_WORKER_SECOND: Final = 2.5

TASKS_PER_REPLICA: Final = 30  # averageValue in manifests/examples/worker.yaml
MAX_REPLICAS: Final = 10

SHORTENED: Final = (
    f"Shortened for the demo: Prometheus scrapes every {SCRAPE_SECONDS} s (usually 15 to 60 s), the scaler syncs every "
    f"{SYNC_SECONDS} s (default 15 s) and holds scale-downs for {STABILIZATION_SECONDS} s (default 300 s), a Pod is "
    f"ready after {POD_START_SECONDS:g} s. Targets at zero are looked at every {WAKE_SECONDS} s, as by default."
)


def needed_replicas(tasks: int) -> int:
    """How many workers the example asks for at this backlog: one for each 30 tasks begun, at most ten."""
    return min(math.ceil(tasks / TASKS_PER_REPLICA), MAX_REPLICAS)
