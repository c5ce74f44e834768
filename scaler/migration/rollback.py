"""What is done before the gate HPAScaleToZero is switched off? minReplicas to 1 while the stock controller still wakes.

Source: KEP HPAScaleToZero, "Can the feature be disabled once it has been enabled". Its one-liner also sets maxReplicas
to 1, which nobody wants; and it doesn't wait for the sleepers, which is what the steps are for.
"""

from collections.abc import Iterator
from typing import Final

from scaler.api.kinds import AutoscalerKind
from scaler.migration.claims import stock_may_wake
from scaler.migration.documents import Document
from scaler.migration.gate_change import allows_zero
from scaler.migration.metadata import keeper_of
from scaler.migration.seen import Seen
from scaler.migration.steps import Expectation, Plan, Refusal, Request, Step, Verb, Wait

_STOCK: Final = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER


def plan_rollback(seen: Seen) -> Plan | Refusal:
    """What is left to do for one HorizontalPodAutoscaler; a pause stays one."""
    if seen.stock is None:
        return Refusal(text=f"there is no HorizontalPodAutoscaler {seen.key}")
    return Plan(steps=tuple(_steps(seen, seen.stock)), notes=tuple(_notes(seen, seen.stock)))


def _steps(seen: Seen, stock: Document) -> Iterator[Step]:
    if allows_zero(stock):
        yield Request(
            verb=Verb.PATCH,
            path=_STOCK.path(seen.key),
            body={"spec": {"minReplicas": 1}},
            says="raise minReplicas from 0 to 1",
        )
    if seen.workload is not None and stock_may_wake(stock, seen.workload):
        yield Wait(
            path=seen.workload.count_path,
            of=Expectation.IS_AWAKE,
            says="wait until the stock controller has woken its workload",
        )


def _notes(seen: Seen, stock: Document) -> Iterator[str]:
    keeper = keeper_of(stock)
    if keeper and allows_zero(stock):
        yield f"{keeper} keeps a manifest of it: raise minReplicas there, too"
    workload = seen.workload
    if workload is not None and workload.spec_replicas == 0 and not stock_may_wake(stock, workload):
        yield "its zero is a pause, and stays one"
