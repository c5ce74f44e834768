"""May the next step be taken? What an object has to say first, and what it says instead."""

from typing import Final, assert_never

from scaler.api.states import AutoscalerState
from scaler.migration.documents import Document, condition_of, count_at, items_at, text_at
from scaler.migration.steps import Expectation

_WITHOUT_METRICS: Final = frozenset({"ScalingDisabled", "ScalingPaused"})
_RIVALRY: Final = "AmbiguousTarget"


def unmet(of: Expectation, document: Document | None) -> str:
    """Why it isn't so yet, in words for people; empty once it is."""
    if of is Expectation.IS_GONE:
        return "" if document is None else _held(document)
    if document is None:
        return "the object isn't there"
    if of is Expectation.IS_AWAKE:
        return (
            ""
            if count_at(document, "spec", "replicas")
            else "it sleeps: is the gate off already? Scale it to 1 by hand"
        )
    if of is Expectation.STOCK_IS_IN_CHARGE:
        return _unmet_by_stock(document)
    if not _is_looked_at(document):
        return "the scaler hasn't looked at it: does `lagzero scaler` run, and look after this namespace?"
    return _unmet_by_scaler(of, document)


def _unmet_by_scaler(of: Expectation, document: Document) -> str:
    match of:
        case Expectation.IS_QUIET:
            return ""
        case Expectation.STANDS_ASIDE:
            return "" if _reason(document) == _RIVALRY else "the scaler doesn't know of the other autoscaler"
        case Expectation.WATCHES | Expectation.IS_IN_CHARGE:
            return _uncomputed(document)
        case Expectation.WATCHES_ASLEEP:
            is_paused = text_at(document, "status", "state") == AutoscalerState.PAUSED
            return "the scaler takes the zero for a pause" if is_paused else _uncomputed(document)
        case Expectation.STOCK_IS_IN_CHARGE | Expectation.IS_AWAKE | Expectation.IS_GONE:
            raise AssertionError(f"{of.name} is no expectation of the scaler")
        case _:
            assert_never(of)


def _held(document: Document) -> str:
    finalizers = ", ".join(map(str, items_at(document, "metadata", "finalizers")))
    return f"it is deleted, and held by {finalizers}" if finalizers else "it is still there"


def _reason(document: Document) -> str:
    active = condition_of(document, "ScalingActive")
    return "" if active is None else active.reason


def _uncomputed(document: Document) -> str:
    """Why no count can be computed; empty if one can, or none has to be."""
    active = condition_of(document, "ScalingActive")
    if active is None:
        return "no count was computed yet"
    computes = active.status == "True" or active.reason in _WITHOUT_METRICS
    return "" if computes else f"no count can be computed: {active.message}"


def _is_looked_at(document: Document) -> bool:
    """Is what status says about the present spec?"""
    observed = count_at(document, "status", "observedGeneration")
    return observed is not None and observed >= (count_at(document, "metadata", "generation") or 0)


def _unmet_by_stock(document: Document) -> str:
    if condition_of(document, "AbleToScale") is None:
        return "the stock controller hasn't looked at it: does kube-controller-manager run its autoscaler?"
    return _uncomputed(document)
