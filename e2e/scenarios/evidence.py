"""What is printed when a scenario fails: the namespace as kubectl tells it, and the end of every program's log."""

from collections.abc import Iterator

from e2e.control_plane.cluster import Cluster
from e2e.control_plane.processes import Processes
from e2e.scenarios.stage import Stage

_LINES = 30
_KINDS = "deployments,pods,horizontalpodautoscalers,zeropodautoscalers"


def evidence(value: object) -> Iterator[tuple[str, str]]:
    """Title and text of each section that a fixture's value can tell."""
    match value:
        case Stage():
            yield f"{value.namespace} as kubectl shows it", _namespace(value)
        case Cluster():
            yield from _logs(value.processes)
        case Processes():
            yield from _logs(value)
        case _:
            pass


def _namespace(stage: Stage) -> str:
    kubectl, here = stage.cluster.kubectl, ("--namespace", stage.namespace)
    said = [
        kubectl.run("get", _KINDS, "-o", "wide", *here),
        kubectl.run("describe", "zeropodautoscalers,horizontalpodautoscalers,deployments", *here),
        kubectl.run("get", "events", "--sort-by=.metadata.creationTimestamp", *here),
        kubectl.run("get", "apiservices", "v1beta1.external.metrics.k8s.io", "-o", "wide"),
    ]
    return "\n".join(each.out + each.error for each in said)


def _logs(processes: Processes) -> Iterator[tuple[str, str]]:
    for name, text in processes.tails(_LINES).items():
        yield f"the end of {name}.log", text
