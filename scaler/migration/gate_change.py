"""What breaks when the gate HPAScaleToZero is switched on or off? Judged by each autoscaler's spec and status.

Source: KEP HPAScaleToZero (rollback), horizontal.go reconcileAutoscaler (v1.37).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, assert_never

from scaler.api.conditions import ConditionType
from scaler.api.kinds import AutoscalerKind
from scaler.migration.claims import is_companion
from scaler.migration.documents import Document, count_at, is_true, text_at
from scaler.migration.stock_autoscaler import Gate


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What the change means to one autoscaler; what `breaks` has to be dealt with first."""

    autoscaler: str
    text: str
    breaks: bool


def findings_on(kind: AutoscalerKind, document: Document, to: Gate) -> Iterator[Finding]:
    """Nothing where nothing changes. ZeroPodAutoscalers don't depend on the gate."""
    namespace, name = text_at(document, "metadata", "namespace") or "default", text_at(document, "metadata", "name")
    if kind is AutoscalerKind.ZERO_POD_AUTOSCALER:
        return
    match to:
        case Gate.OFF:
            found = _switched_off(document)
        case Gate.ON:
            found = _switched_on(document)
        case _:
            assert_never(to)
    for breaks, text in found:
        yield Finding(autoscaler=f"{namespace}/{name}", text=text, breaks=breaks)


def allows_zero(stock: Document) -> bool:
    """Does its own spec let the stock controller go to zero?"""
    return count_at(stock, "spec", "minReplicas") == 0


def _switched_off(stock: Document) -> Iterator[tuple[bool, str]]:
    if _is_at_zero(stock) and is_true(stock, ConditionType.SCALED_TO_ZERO):
        yield True, _WOULD_NEVER_WAKE
    elif allows_zero(stock):
        yield True, _WOULD_STAY_AT_ZERO
    if is_companion(stock):
        goes_on = "lagzero takes it across zero from then on" if allows_zero(stock) else "it goes on as it is"
        yield False, f"a companion: {goes_on}, with minReplicas 1"


def _switched_on(stock: Document) -> Iterator[tuple[bool, str]]:
    at_zero = _is_at_zero(stock)
    if at_zero and is_true(stock, ConditionType.SCALED_TO_ZERO):
        yield True, _WOULD_BE_WOKEN
    elif at_zero and allows_zero(stock):
        yield True, _NOBODY_WAKES_IT
    elif allows_zero(stock):
        yield True, "minReplicas 0: it would begin to go to zero. Raise minReplicas to 1 if it is not to"
    if is_companion(stock) and not allows_zero(stock):
        yield False, "a companion: it goes on as it is; with minReplicas 0 the stock controller does all of it"


def _is_at_zero(stock: Document) -> bool:
    """By its status; one that was never looked at is nowhere."""
    return bool(stock.get("status")) and not count_at(stock, "status", "currentReplicas")


_WOULD_NEVER_WAKE: Final = (
    "it sleeps, and would never wake: the stock controller leaves every zero alone then. Raise minReplicas to 1 while "
    "the gate is on, so that it is woken (--rollback), or let lagzero have it (migrate from-hpa)"
)
_WOULD_STAY_AT_ZERO: Final = (
    "minReplicas 0: it could still go to zero, and would stay there; and no API server takes the manifest. Raise "
    "minReplicas to 1 (--rollback), or let lagzero have it (migrate from-hpa)"
)
_WOULD_BE_WOKEN: Final = (
    "it is at zero, and an old condition ScaledToZero says that the stock controller may wake it: it would. If it is "
    "to stay a pause, scale it up and down again by hand afterwards"
)
_NOBODY_WAKES_IT: Final = (
    "minReplicas 0, and it is at zero without the condition ScaledToZero: nobody would wake it. Scale it up by hand, "
    "unless it is a pause"
)
