"""What do these tests start from? A scenario's text with one External metric, each block to be replaced by name."""

from pathlib import Path

from scaler.simulation.read import read_scenario
from scaler.simulation.run import Run, run_scenario
from scaler.simulation.scenario import Scenario

EXAMPLES = Path(__file__).parents[4] / "manifests/examples/scenarios"

_METRIC = "external: {metric: {name: lag}, target: {type: AverageValue, averageValue: 30}}"
SPEC = "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: worker}, minReplicas: 0, maxReplicas: 10"
METRICS = f"metrics: [{{type: External, {_METRIC}}}]"
SETTINGS = "{wakeInterval: 15s}"
PARITY = "{wakeInterval: 15s, parity: true}"
_BLOCKS = {
    "settings": SETTINGS,
    "workload": "{replicas: 1}",
    "metrics": "{lag: [{at: 0s, value: 30}]}",
    "until": "10m",
}


def manifest(spec: str = f"{SPEC}, {METRICS}", *, kind: str = "ZeroPodAutoscaler") -> str:
    version = "lagzero.dev/v1alpha1" if kind == "ZeroPodAutoscaler" else "autoscaling/v2"
    return f"{{apiVersion: {version}, kind: {kind}, metadata: {{name: worker}}, spec: {{{spec}}}}}"


def text_of(**blocks: str) -> str:
    """A scenario of ten minutes with one replica and demand for one; every block on a line of its own, in order."""
    all_blocks = {"autoscaler": manifest(), **_BLOCKS, **blocks}
    return "".join(f"{name}: {block}\n" for name, block in all_blocks.items())


def scenario_of(**blocks: str) -> Scenario:
    return read_scenario(text_of(**blocks), source="scene.yaml", parity=False, open_text=_no_file)


def run_of(**blocks: str) -> Run:
    return run_scenario(scenario_of(**blocks))


def counts(run: Run) -> dict[float, int]:
    """The count after each sync, by its second."""
    return {synced.at / 1000: synced.replicas for synced in run.syncs}


def _no_file(path: str) -> str:
    raise FileNotFoundError(2, "No such file or directory", path)
