"""How does a ZeroPodAutoscaler become a HorizontalPodAutoscaler again while its workload keeps its count?

lagzero stops writing first (Shadow), and only then the stock one is made, with the claim on a sleeping workload's zero
in its status; once the stock controller computes, the old one goes. In between the count stays as it is. With the gate
off a sleeping workload is brought to one replica, for the stock controller leaves every zero alone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from scaler.api.conditions import ConditionType
from scaler.api.kinds import AutoscalerKind
from scaler.migration.claims import zero_may_wake
from scaler.migration.documents import Document, at, is_true, items_at, mapping_at, text_at
from scaler.migration.expectations import unmet
from scaler.migration.marks import gone, is_outdated, marked, taken, unmark
from scaler.migration.seen import MARK, Seen, SeenWorkload, is_leaving, is_shadow, mark_of
from scaler.migration.steps import Expectation, Plan, Refusal, Request, Step, Verb, Wait
from scaler.migration.stock_autoscaler import TO_HPA, Gate, losses, sleeps, stock_autoscaler_of
from scaler.migration.targets import obstacle_to

_ZERO: Final = AutoscalerKind.ZERO_POD_AUTOSCALER
_STOCK: Final = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """On what terms: the gate, and whether what can't be said may be lost."""

    gate: Gate
    accept_loss: bool


def plan_to_hpa(seen: Seen, terms: Terms) -> Plan | Refusal:
    """What is left to do. A Plan without steps: the workload has its HorizontalPodAutoscaler, and only that."""
    if seen.zero is None or is_leaving(seen.zero):
        return Plan(steps=tuple(_without_zero(seen, seen.stock))) if seen.stock is not None else _nothing(seen)
    if seen.stock is not None and mark_of(seen.stock) != TO_HPA:
        return taken(seen, _STOCK, mark_of(seen.stock) or mark_of(seen.zero))
    obstacle = obstacle_to(seen)
    if obstacle is not None:
        return obstacle
    lost = tuple(losses(seen.zero, terms.gate))
    if lost and not terms.accept_loss and mark_of(seen.zero) != TO_HPA:
        told = "\n".join(f"  {line}" for line in lost)
        return Refusal(text=f"{seen.key} would lose, so say --accept-loss if that may be:\n{told}")
    assert seen.workload is not None
    steps = _steps(seen, seen.zero, seen.workload, terms.gate)
    if is_outdated(seen.stock, stock_autoscaler_of(seen.zero, terms.gate)):
        steps = _anew(seen, seen.zero, seen.workload, terms.gate)
    return Plan(
        steps=tuple(steps),
        notes=(*(f"lost: {line}" for line in lost), *_notes(seen.zero, seen.workload, terms.gate)),
    )


def _steps(seen: Seen, zero: Document, workload: SeenWorkload, gate: Gate) -> Iterator[Step]:
    asleep = zero_may_wake(zero, workload)
    here = _ZERO.path(seen.key)
    if not is_shadow(zero) or mark_of(zero) != TO_HPA:
        yield _silence(here, zero)
    if not is_shadow(zero) or unmet(Expectation.IS_QUIET, zero):
        yield Wait(path=here, of=Expectation.IS_QUIET, says="wait until the scaler only watches")
    if asleep and not _stock_may_sleep(zero, gate):
        yield _wake(workload)
    if seen.stock is None:
        yield Request(
            verb=Verb.CREATE,
            path=_STOCK.collection(seen.key.namespace),
            body=marked(stock_autoscaler_of(zero, gate), TO_HPA),
            says="create the HorizontalPodAutoscaler",
        )
    if asleep and _stock_may_sleep(zero, gate) and not is_true(seen.stock, ConditionType.SCALED_TO_ZERO):
        yield _carry_claim(seen, zero)
    if unmet(Expectation.STOCK_IS_IN_CHARGE, seen.stock):
        yield _wait_for_stock(seen)
    yield Request(verb=Verb.DELETE, path=here, says="delete the ZeroPodAutoscaler")
    yield unmark(_STOCK, seen.key)


def _anew(seen: Seen, zero: Document, workload: SeenWorkload, gate: Gate) -> Iterator[Step]:
    """Ours was edited since the stock one was made of it, or the terms are others."""
    yield Request(
        verb=Verb.DELETE,
        path=_STOCK.path(seen.key),
        says="delete the HorizontalPodAutoscaler: the ZeroPodAutoscaler was edited since it was made",
    )
    yield from _steps(replace(seen, stock=None), zero, workload, gate)


def _without_zero(seen: Seen, stock: Document) -> Iterator[Step]:
    """Ours is gone, or held by its finalizers: by this hand-over, if the other one is marked."""
    if mark_of(stock) != TO_HPA:
        return
    if is_leaving(seen.zero):
        yield gone(_ZERO, seen.key)
    yield unmark(_STOCK, seen.key)


def _silence(here: str, zero: Document) -> Request:
    """Shadow, marked; and nothing may be restored when the object is deleted."""
    zero_block: dict[str, object] = {"mode": "Shadow"}
    if at(zero, "spec", "zero", "onDelete") is not None:
        zero_block["onDelete"] = "Keep"
    body: Mapping[str, object] = {"metadata": {"annotations": {MARK: TO_HPA}}, "spec": {"zero": zero_block}}
    says = "put the ZeroPodAutoscaler into mode Shadow: it writes no count any more"
    return Request(verb=Verb.PATCH, path=here, body=body, says=says)


def _wake(workload: SeenWorkload) -> Request:
    """Whoever scales by hand would do the same; the version keeps a human's write from being undone."""
    return Request(
        verb=Verb.PATCH,
        path=f"{workload.path}/scale",
        body={"metadata": {"resourceVersion": workload.resource_version}, "spec": {"replicas": 1}},
        says="scale the sleeping workload to 1: with the gate off nobody else would wake it",
    )


def _carry_claim(seen: Seen, zero: Document) -> Request:
    claims = [
        each for each in items_at(zero, "status", "conditions") if text_at(each, "type") == ConditionType.SCALED_TO_ZERO
    ]
    return Request(
        verb=Verb.APPLY,
        path=f"{_STOCK.path(seen.key)}/status",
        body={
            "apiVersion": _STOCK.api_version,
            "kind": _STOCK.kind,
            "metadata": {"name": seen.key.name, "namespace": seen.key.namespace},
            "status": {"conditions": claims},
        },
        says="carry over the condition ScaledToZero: the stock controller may wake it",
    )


def _wait_for_stock(seen: Seen) -> Wait:
    return Wait(
        path=_STOCK.path(seen.key),
        of=Expectation.STOCK_IS_IN_CHARGE,
        says="wait until the stock controller computes its count",
    )


def _stock_may_sleep(zero: Document, gate: Gate) -> bool:
    """Does the stock controller keep a workload of this spec asleep, and wake it?"""
    return gate is Gate.ON and sleeps(zero)


def _notes(zero: Document, workload: SeenWorkload, gate: Gate) -> Iterator[str]:
    if workload.spec_replicas == 0:
        if not zero_may_wake(zero, workload):
            yield "its zero is a pause, and stays one: the stock controller leaves it alone until somebody scales it up"
        elif _stock_may_sleep(zero, gate):
            yield "its zero is automatic, and stays so"
        else:
            yield "the count changes: it sleeps, and is scaled to 1 by this hand-over"
    if gate is Gate.ON:
        yield "at zero the stock controller believes its own condition: a human's later zero may be undone"
    if mapping_at(zero, "status", "memory"):
        yield "the stock controller keeps its windows to itself: the first scale-down waits one whole window again"


def _nothing(seen: Seen) -> Refusal:
    return Refusal(text=f"there is no ZeroPodAutoscaler {seen.key}")
