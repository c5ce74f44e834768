"""What does a trigger of type cpu or memory become? The Resource metric that KEDA makes of it, too."""

from scaler.migration.documents import Document, text_at, texts_at
from scaler.migration.keda_parts import Difference, Part

RESOURCES = frozenset({"cpu", "memory"})


def part_of_resource(trigger: Document, index: int) -> Part:
    """Utilization in percent unless it says AverageValue; of one container if it names one."""
    name, metadata = text_at(trigger, "type"), texts_at(trigger, "metadata")
    kind = text_at(trigger, "metricType") or metadata.get("type", "") or "Utilization"
    value = metadata.get("value", "")
    if kind == "Utilization" and value.isdecimal():
        target: dict[str, object] = {"type": kind, "averageUtilization": int(value)}
    elif kind == "AverageValue" and value:
        target = {"type": kind, "averageValue": value}
    else:
        text = f"the {name} trigger {index}: {kind} {value!r} is no target: write Utilization or AverageValue"
        return Part(differences=(Difference(text=text, lost=True),))
    container = metadata.get("containerName", "")
    if container:
        source = {"name": name, "container": container, "target": target}
        return Part(metric={"type": "ContainerResource", "containerResource": source})
    return Part(metric={"type": "Resource", "resource": {"name": name, "target": target}})
