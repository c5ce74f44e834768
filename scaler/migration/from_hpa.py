"""How does a HorizontalPodAutoscaler become a ZeroPodAutoscaler while its workload keeps its count?

At no moment do both write, and at none is the workload without an autoscaler: the new one first only watches (Shadow)
beside the stock one; made active it stands aside, for two autoscalers of one target are refused; with the stock one
gone it goes on by itself. The plan is made anew from what is there, so it goes on where an earlier run ended.
"""

from collections.abc import Iterator
from dataclasses import replace

from scaler.api.kinds import AutoscalerKind
from scaler.cluster.writers import FIELD_MANAGER
from scaler.migration.claims import is_owned_by_us, stock_may_wake
from scaler.migration.documents import Document, mapping_at, nested
from scaler.migration.expectations import unmet
from scaler.migration.marks import gone, is_outdated, taken, unmark
from scaler.migration.metadata import owner_of
from scaler.migration.seen import Seen, SeenWorkload, is_leaving, is_shadow, mark_of
from scaler.migration.steps import Expectation, Plan, Refusal, Request, Step, Verb, Wait
from scaler.migration.targets import obstacle_to
from scaler.migration.zero_autoscaler import FROM_HPA, carried_status, notes_on, shadow_of, zero_autoscaler_of

_ZERO = AutoscalerKind.ZERO_POD_AUTOSCALER
_STOCK = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
_REPLICAS = ("spec", "replicas")


def plan_from_hpa(seen: Seen) -> Plan | Refusal:
    """What is left to do. A Plan without steps: the workload has its ZeroPodAutoscaler, and only that."""
    is_ours = mark_of(seen.zero) == FROM_HPA
    if seen.stock is None or is_leaving(seen.stock):
        return Plan(steps=tuple(_without_stock(seen, seen.zero))) if seen.zero is not None else _nothing(seen)
    if seen.zero is not None and not is_ours:
        return taken(seen, _ZERO, mark_of(seen.zero))
    obstacle = _made_by_another(seen, seen.stock) or obstacle_to(seen)
    if obstacle is not None:
        return obstacle
    assert seen.workload is not None
    steps = _steps(seen, seen.stock, seen.workload)
    if is_outdated(seen.zero, zero_autoscaler_of(seen.stock)):
        steps = _anew(seen, seen.stock, seen.workload)
    return Plan(steps=tuple(steps), notes=tuple(notes_on(seen, seen.stock)))


def _steps(seen: Seen, stock: Document, workload: SeenWorkload) -> Iterator[Step]:
    asleep = stock_may_wake(stock, workload)
    here = _ZERO.path(seen.key)
    status = carried_status(stock, workload)
    if seen.zero is None:
        yield Request(
            verb=Verb.CREATE,
            path=_ZERO.collection(seen.key.namespace),
            body=shadow_of(stock),
            says="create the ZeroPodAutoscaler in mode Shadow: it watches, and writes no count",
        )
    if status and not mapping_at(seen.zero, "status"):
        yield Request(
            verb=Verb.PATCH,
            path=f"{here}/status",
            body={"status": status},
            says=f"carry over {_named(status)}",
        )
    if asleep and not is_owned_by_us(workload):
        yield claim_of(workload)
    watching = Expectation.WATCHES_ASLEEP if asleep else Expectation.WATCHES
    if seen.zero is None or is_shadow(seen.zero):
        if unmet(watching, seen.zero):
            yield Wait(path=here, of=watching, says="wait until the scaler watches, and can read the metrics")
        yield _activate(seen)
    if is_shadow(seen.zero) or unmet(Expectation.STANDS_ASIDE, seen.zero):
        yield Wait(path=here, of=Expectation.STANDS_ASIDE, says="wait until it stands aside for the stock one")
    yield Request(verb=Verb.DELETE, path=_STOCK.path(seen.key), says="delete the HorizontalPodAutoscaler")
    yield from _ending(seen, None)


def _anew(seen: Seen, stock: Document, workload: SeenWorkload) -> Iterator[Step]:
    """The stock one was edited since ours was made of it; ours writes nothing as yet, so it may go."""
    yield Request(
        verb=Verb.DELETE,
        path=_ZERO.path(seen.key),
        says="delete the ZeroPodAutoscaler: the HorizontalPodAutoscaler was edited since it was made",
    )
    yield from _steps(replace(seen, zero=None), stock, workload)


def _without_stock(seen: Seen, zero: Document) -> Iterator[Step]:
    """The stock one is gone: by this hand-over, if the other one is marked."""
    if mark_of(zero) != FROM_HPA:
        return
    if is_leaving(seen.stock):
        yield gone(_STOCK, seen.key)
    if is_shadow(zero):
        yield _activate(seen)
    yield from _ending(seen, None if is_shadow(zero) else zero)


def _ending(seen: Seen, zero: Document | None) -> Iterator[Step]:
    if unmet(Expectation.IS_IN_CHARGE, zero):
        yield Wait(path=_ZERO.path(seen.key), of=Expectation.IS_IN_CHARGE, says="wait until it decides on its own")
    yield unmark(_ZERO, seen.key)


def _activate(seen: Seen) -> Request:
    """Out of Shadow; a block `zero` that says nothing else goes with it."""
    others = {name for name in mapping_at(seen.zero, "spec", "zero") if name != "mode"}
    return Request(
        verb=Verb.PATCH,
        path=_ZERO.path(seen.key),
        body={"spec": {"zero": {"mode": None} if others else None}},
        says="make it active: while the HorizontalPodAutoscaler is there it stands aside",
    )


def claim_of(workload: SeenWorkload) -> Request:
    """Write the zero that is there once more, in the scaler's name: so it knows the zero for an automatic one."""
    metadata = {"name": workload.path.rpartition("/")[2], "resourceVersion": workload.resource_version}
    custom = workload.custom
    if custom is None:
        path, kind = f"{workload.path}/scale", {"apiVersion": "autoscaling/v1", "kind": "Scale"}
    else:
        path, kind = workload.path, {"apiVersion": custom.api_version, "kind": custom.kind}
    field = _REPLICAS if custom is None else custom.field
    return Request(
        verb=Verb.APPLY,
        path=path,
        body={**kind, "metadata": metadata, **nested(field, 0)},
        field_manager=FIELD_MANAGER,
        says="own the workload's zero: it is automatic, and stays so",
    )


def _made_by_another(seen: Seen, stock: Document) -> Refusal | None:
    owner = owner_of(stock)
    if not owner:
        return None
    advice = "see `lagzero migrate from-keda`" if owner.startswith("ScaledObject ") else "migrate that instead"
    return Refusal(
        text=f"the HorizontalPodAutoscaler {seen.key} belongs to {owner}, which would make it again: {advice}"
    )


def _nothing(seen: Seen) -> Refusal:
    return Refusal(text=f"there is no HorizontalPodAutoscaler {seen.key}")


def _named(status: Document) -> str:
    words = {"lastScaleTime": "the last scale time", "memory": "the memory", "conditions": "the condition ScaledToZero"}
    return " and ".join(text for field, text in words.items() if field in status)
