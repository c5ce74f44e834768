"""Is a recomputed decision the recorded one? Held against its text part by part, most of which reads as ever. Pure.

Reading a whole decision, or writing one, takes longer than deciding. Most parts of it are one of a few texts, and are
compared as values; of the rest, which is another one each time, the texts are compared.
"""

from typing import Final

import msgspec

from scaler.algorithm.decision import ConditionRemoval, ConditionUpdate, Decision, Event, Rescale
from scaler.algorithm.memory import Recommendation
from scaler.algorithm.stages import Bounded, RateLimit, Recommended, Stabilized
from scaler.api.metric_status import MetricStatus
from scaler.api.states import AutoscalerState
from scaler.decisionlog.form import FormError
from scaler.decisionlog.forms import form_of
from scaler.decisionlog.parts import Whole


class _Stabilized(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    replicas: int
    reason: str
    message: str
    recommendations: msgspec.Raw


class _Workings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    recommended: msgspec.Raw
    stabilized: _Stabilized | None
    limit: RateLimit | None
    bounded: Bounded | None


class _Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision as far as msgspec reads it by itself; the parts that it doesn't, or that are long, as texts."""

    state: AutoscalerState | None
    current: int | None
    desired: int | None
    rescale: Rescale | None
    current_metrics: msgspec.Raw
    conditions: msgspec.Raw
    events: msgspec.Raw
    memory: msgspec.Raw
    workings: _Workings


_DECODER: Final = msgspec.json.Decoder(_Decision)
_ENCODER: Final = msgspec.json.Encoder()
_METRICS: Final = form_of(tuple[MetricStatus, ...] | None)
_CONDITIONS: Final = Whole(form_of(tuple[ConditionUpdate | ConditionRemoval, ...]))
_EVENTS: Final = Whole(form_of(tuple[Event, ...]))
_RECOMMENDED: Final = Whole(form_of(Recommended | None))
_MEMORYS_FIRST_FIELD: Final = b'{"recommendations":'


def memory_text(decision: Decision) -> bytes:
    """What is to be remembered, as a line has it."""
    return _ENCODER.encode(decision.memory)


def reads_as(decision: Decision, memory: bytes, text: bytes) -> bool:
    """Does `text` say just that decision, whose `memory_text` is given? If not, it may still mean the same."""
    try:
        recorded = _DECODER.decode(text)
        return (
            bytes(recorded.memory) == memory and _is_head(decision, recorded) and _is_rest(decision, memory, recorded)
        )
    except (msgspec.DecodeError, UnicodeDecodeError, FormError):
        return False


def _is_head(decision: Decision, recorded: _Decision) -> bool:
    """The count, and what is said of it."""
    return (
        (decision.state, decision.current, decision.desired, decision.rescale)
        == (recorded.state, recorded.current, recorded.desired, recorded.rescale)
        and decision.conditions == _CONDITIONS.read(bytes(recorded.conditions))
        and decision.events == _EVENTS.read(bytes(recorded.events))
        and _ENCODER.encode(_METRICS.plain(decision.current_metrics)) == bytes(recorded.current_metrics)
    )


def _is_rest(decision: Decision, memory: bytes, recorded: _Decision) -> bool:
    """The way to it."""
    workings, told = decision.workings, recorded.workings
    return (
        (workings.limit, workings.bounded) == (told.limit, told.bounded)
        and workings.recommended == _RECOMMENDED.read(bytes(told.recommended))
        and _is_stabilized(workings.stabilized, told.stabilized, decision.memory.recommendations, memory)
    )


def _is_stabilized(
    stabilized: Stabilized | None,
    told: _Stabilized | None,
    remembered: tuple[Recommendation, ...] | None,
    memory: bytes,
) -> bool:
    if stabilized is None or told is None:
        return stabilized is None and told is None
    same = (stabilized.replicas, stabilized.reason, stabilized.message) == (told.replicas, told.reason, told.message)
    if not same:
        return False
    text = bytes(told.recommendations)
    if stabilized.recommendations is remembered:
        return memory.startswith(text, len(_MEMORYS_FIRST_FIELD))
    return _ENCODER.encode(stabilized.recommendations) == text
