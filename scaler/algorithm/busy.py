"""How many replicas are at work? Work in flight (`spec.zero.inFlight`) holds them, whatever asks for fewer. Ours."""

from scaler.algorithm.model import ExternalValues, Observation
from scaler.algorithm.stages import Hold
from scaler.api.types import ExternalMetricSource

BUSY = "WorkInFlight"
UNKNOWN = "WorkInFlightUnknown"


def busy(seen: Observation, current: int) -> Hold | None:
    """The least count that leaves what is at work alone: one replica for each `target` of work, at most all there are.

    Work that can't be read may be anywhere, so then nothing goes. None where nobody asked, or where there is no work.
    """
    source = seen.spec.zero.in_flight
    if source is None or current == 0:
        return None
    if not isinstance(seen.in_flight, ExternalValues):
        return Hold(replicas=current, reason=UNKNOWN, message=_unknown(source, seen))
    # Less work than none is a gauge gone wrong, which takes nothing from what the others do.
    work = sum(max(value, 0) for value in seen.in_flight.values)
    if work <= 0:
        return None
    each = source.target.average_value or source.target.value
    assert each is not None, "validation refuses a metric without a target"
    workers = min(-(-work // each), current)
    message = f"work in flight keeps {workers} of {current} replicas: {source.metric.name} is at {work / 1000:g}"
    return Hold(replicas=workers, reason=BUSY, message=message)


def _unknown(source: ExternalMetricSource, seen: Observation) -> str:
    why = "it was not read" if seen.in_flight is None else getattr(seen.in_flight, "message", "it is of another kind")
    return f"the work in flight is unknown, and may be anywhere: {source.metric.name}: {why}"
