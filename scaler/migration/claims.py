"""Whose zero is handed over? An automatic one stays automatic, a human's stays a pause.

The stock controller's zero has no owner in managedFields (an update of /scale omits a zero), and so has one of
`kubectl scale`: there its own condition decides, as it does for the stock controller itself. lagzero writes by apply,
so it is the owner of its own.
"""

from scaler.algorithm.model import ReplicasWriter, WriterKind
from scaler.api.companion import CLAIM_CONDITION, MIN_REPLICAS_ANNOTATION
from scaler.api.conditions import ConditionType
from scaler.migration.documents import Document, is_true, mapping_at, text_at
from scaler.migration.seen import SeenWorkload


def is_companion(stock: Document | None) -> bool:
    """Is it a stock autoscaler that lagzero takes to zero and back?"""
    return text_at(stock, "metadata", "annotations", MIN_REPLICAS_ANNOTATION) == "0"


def stock_may_wake(stock: Document | None, workload: SeenWorkload | None) -> bool:
    """Is the workload at a zero that its HorizontalPodAutoscaler, or our companion mode, may end?"""
    if workload is None or workload.spec_replicas != 0:
        return False
    if is_companion(stock) and is_true(stock, CLAIM_CONDITION):
        return workload.writer.kind is WriterKind.OURS
    return is_true(stock, ConditionType.SCALED_TO_ZERO) and not _is_somebodys(workload.writer)


def zero_may_wake(zero: Document | None, workload: SeenWorkload | None) -> bool:
    """Is the workload at a zero that its ZeroPodAutoscaler may end?

    Its condition may be older than the zero. What counts then is who wrote that: we, the stock controller, or whoever
    wrote the zero that was adopted.
    """
    if workload is None or workload.spec_replicas != 0 or not is_true(zero, ConditionType.SCALED_TO_ZERO):
        return False
    writer = workload.writer
    return writer.kind in {WriterKind.OURS, WriterKind.STOCK} or _is_adopted(zero, writer)


def is_owned_by_us(workload: SeenWorkload) -> bool:
    return workload.writer.kind is WriterKind.OURS


def _is_somebodys(writer: ReplicasWriter) -> bool:
    """Did somebody put a name to the zero?"""
    return writer.kind is WriterKind.OTHER and writer.manager != ""


def _is_adopted(zero: Document | None, writer: ReplicasWriter) -> bool:
    adopted = mapping_at(zero, "status", "memory", "adoptedZero")
    return bool(adopted) and text_at(adopted, "manager") == writer.manager
