"""How does a metric's answer look to a person? The PromQL, then one line for each item."""

from adapter.externalmetrics.provider import Found
from adapter.kube.external_metrics import ExternalMetricValue
from adapter.kube.quantity import Quantity, parse_quantity

_HEADER = ("METRIC", "VALUE", "TIMESTAMP", "LABELS")


def answer_table(found: Found) -> str:
    """The query and the items, in columns as kubectl's; without items only the query."""
    promql = "PromQL: " + "\n        ".join(found.query.splitlines())
    rows = [_HEADER, *(_row(item) for item in found.items)]
    if len(rows) == 1:
        return promql
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADER))]
    lines = ["   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([promql, "", *lines])


def several_remark(found: Found) -> str:
    """What becomes of several items, which their rule doesn't reduce to one; empty for fewer."""
    if len(found.items) <= 1:
        return ""
    total = Quantity.of_nano(sum(parse_quantity(item.value).nano for item in found.items))
    return (
        f"{len(found.items)} series, which an autoscaler adds up to {total}: "
        "aggregate them in metricsQuery, or say by reduce what they are together"
    )


def _row(item: ExternalMetricValue) -> tuple[str, ...]:
    labels = ",".join(f"{name}={value}" for name, value in sorted((item.metric_labels or {}).items()))
    return (item.metric_name, item.value, item.timestamp, labels or "<none>")
