"""Which ZeroPodAutoscaler says what a HorizontalPodAutoscaler says? Its spec word for word, in mode Shadow at first."""

from collections.abc import Iterator
from typing import Final

import msgspec

from scaler.api.companion import CLAIM_CONDITION, MEMORY_ANNOTATION
from scaler.api.conditions import ConditionType
from scaler.api.kinds import AutoscalerKind
from scaler.migration.claims import is_companion, stock_may_wake
from scaler.migration.documents import Document, count_at, items_at, mapping_at, text_at, with_fields
from scaler.migration.marks import marked
from scaler.migration.metadata import carried_metadata, keeper_of
from scaler.migration.seen import Seen, SeenWorkload

FROM_HPA: Final = "from-hpa"
_KIND: Final = AutoscalerKind.ZERO_POD_AUTOSCALER


def shadow_of(stock: Document) -> dict[str, object]:
    """The object to create: everything that `stock` asks for, marked, and only watching."""
    made = marked(zero_autoscaler_of(stock), FROM_HPA)
    return {**made, "spec": {**mapping_at(made, "spec"), "zero": {"mode": "Shadow"}}}


def zero_autoscaler_of(stock: Document) -> dict[str, object]:
    """The object as it is in the end. A companion's minReplicas is the 0 that it was given by annotation."""
    spec = dict(mapping_at(stock, "spec"))
    if is_companion(stock):
        spec["minReplicas"] = 0
    return {
        "apiVersion": _KIND.api_version,
        "kind": _KIND.kind,
        "metadata": carried_metadata(stock),
        "spec": with_fields(spec),
    }


def carried_status(stock: Document, workload: SeenWorkload) -> dict[str, object]:
    """What of the status goes along, empty if there is nothing: the last scale time, the claim on zero, a memory."""
    carried: dict[str, object] = {}
    last = text_at(stock, "status", "lastScaleTime")
    if last:
        carried["lastScaleTime"] = last
    memory = _companions_memory(stock)
    if memory:
        carried["memory"] = memory
    claim = _claim(stock)
    if claim and (workload.spec_replicas > 0 or stock_may_wake(stock, workload)):
        carried["conditions"] = [claim]
    return carried


def notes_on(seen: Seen, stock: Document) -> Iterator[str]:
    """What is to be known beforehand, or done afterwards."""
    least = count_at(mapping_at(stock, "spec"), "minReplicas")
    if is_companion(stock):
        yield "minReplicas becomes 0, as its annotation lagzero.dev/min-replicas asked for"
    elif least != 0:
        yield f"minReplicas stays {1 if least is None else least}: lower it to 0 when the workload may sleep"
    keeper = keeper_of(stock)
    if keeper:
        yield f"{keeper} keeps a manifest of the HorizontalPodAutoscaler: replace it there, too, or it comes back"
    if not _companions_memory(stock):
        yield "the stock controller keeps its windows to itself: the first scale-down waits one whole window again"
    workload = seen.workload
    if workload is not None and workload.spec_replicas == 0:
        asleep = stock_may_wake(stock, workload)
        yield "its zero is automatic, and stays so" if asleep else "its zero is a pause, and stays one"


def _claim(stock: Document) -> dict[str, object]:
    """The condition ScaledToZero with its time; of a companion the one under our name."""
    wanted = CLAIM_CONDITION if is_companion(stock) else ConditionType.SCALED_TO_ZERO
    for condition in items_at(stock, "status", "conditions"):
        if text_at(condition, "type") == wanted:
            return {**mapping_at(condition), "type": str(ConditionType.SCALED_TO_ZERO)}
    return {}


def _companions_memory(stock: Document) -> dict[str, object]:
    text = text_at(stock, "metadata", "annotations", MEMORY_ANNOTATION)
    try:
        return msgspec.json.decode(text, type=dict[str, object]) if text else {}
    except msgspec.DecodeError:
        return {}
