"""One line of JSON per sync."""

import json

from scaler.simulation.lines import line_of
from tests.unit.scaler.simulation.scenes import run_of


def test_a_line_says_what_a_sync_found_wrote_and_said() -> None:
    run = run_of(metrics="{lag: [{at: 0s, value: 0}, {at: 15s, value: 60}]}", until="15s")
    expected = {
        "t": 15.0,
        "replicas": 2,
        "wrote": 2,
        "desired": 2,
        "conditions": {
            "AbleToScale": "True",
            "ScalingActive": "True",
            "ScalingLimited": "False",
            "ScaledToZero": "False",
        },
        "metrics": [
            {"type": "External", "external": {"metric": {"name": "lag"}, "current": {"averageValue": "60"}}},
        ],
        "events": [
            {
                "type": "Normal",
                "reason": "SuccessfulRescale",
                "message": "New size: 2; reason: external metric lag(nil) above target",
            }
        ],
    }
    assert expected == json.loads(line_of(run.syncs[1]))


def test_a_sync_that_writes_nothing_says_so() -> None:
    line = json.loads(line_of(run_of(until="0s").syncs[0]))
    assert (None, []) == (line["wrote"], line["events"])
