"""Why not fewer, why not more? What held the count from below and from above, one sentence each."""

from dataclasses import dataclass

from scaler.algorithm.activation import COOLING_DOWN
from scaler.algorithm.bound import DOWN_LIMIT, TOO_FEW, TOO_MANY, UP_LIMIT
from scaler.algorithm.busy import BUSY, UNKNOWN
from scaler.algorithm.decision import Rejected, Workings
from scaler.algorithm.model import Observation, Scale, ScaleUnavailable, SelectorFault
from scaler.algorithm.stages import Bounded, Proposal, Refusal
from scaler.api.states import AutoscalerState
from scaler.decisionlog.record import Record
from scaler.narration.account import MetricAccount
from scaler.narration.figures import counted
from scaler.narration.winner import winner_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Two whole sentences."""

    not_fewer: str
    not_more: str


def why(record: Record, metrics: tuple[MetricAccount, ...]) -> Why:
    """`metrics` are the accounts of all metrics, in the order of the spec."""
    workings = record.decision.workings
    if workings.recommended is None:
        return _both(_uncomputed(record))
    winner = workings.recommended.winner
    if isinstance(winner, Refusal):
        return Why(
            not_fewer=f"nothing shrinks while a metric can't be used: {winner.message}",
            not_more="no metric that can be used proposes more",
        )
    final = _final(record)
    account = metrics[winner_number(winner, workings.recommended.proposals) - 1]
    asks = f"{account.name} {account.arithmetic[-1]}"
    if final == winner.replicas:
        return Why(not_fewer=asks, not_more=f"no metric proposes more than {final}")
    held = _holder(winner, final, workings, record.observation)
    if final > winner.replicas:
        return Why(not_fewer=f"{asks}, but {held}", not_more=f"no metric proposes more than {winner.replicas}")
    return Why(not_fewer=f"{asks}, more than there may be now", not_more=f"{asks}, but {held}")


def _both(text: str) -> Why:
    return Why(not_fewer=text, not_more=text)


def _uncomputed(record: Record) -> str:
    """The pipeline wasn't run: what came first."""
    seen, state = record.observation, record.decision.state
    if isinstance(seen.scale, ScaleUnavailable):
        return "nothing moves while the target's scale can't be read"
    if seen.obstacle is not None:
        return f"nothing moves until this is put right: {seen.obstacle.message}"
    if state is AutoscalerState.PAUSED_EXPLICITLY:
        return "nothing moves while the annotation lagzero.dev/paused is there"
    if state is AutoscalerState.PAUSED:
        return "it is at zero by somebody else's hand: that is a pause, and stays until somebody scales it up"
    if isinstance(seen.pods, SelectorFault):
        return f"nothing moves while the target's selector can't be used: {seen.pods.message}"
    return _beyond_bounds(seen, seen.scale)


def _beyond_bounds(seen: Observation, scale: Scale) -> str:
    spec = seen.spec
    above = scale.spec_replicas > spec.max_replicas
    bound = f"above maxReplicas {spec.max_replicas}" if above else f"below minReplicas {spec.min_replicas}"
    return f"{scale.spec_replicas} is {bound}, and goes straight there; metrics count at the next look"


def _final(record: Record) -> int:
    """The count that was decided; one whose write was rejected isn't in status, but was decided all the same."""
    if isinstance(record.outcome, Rejected):
        return record.outcome.rescale.desired
    assert record.decision.desired is not None
    return record.decision.desired


def _holder(winner: Proposal, final: int, workings: Workings, seen: Observation) -> str:
    """The last stage that moved the count to where it ended."""
    bounded, stabilized = workings.bounded, workings.stabilized
    assert bounded is not None
    assert stabilized is not None
    if final != bounded.replicas:
        return f"minReplicas is {seen.spec.min_replicas}"
    if bounded.limited:
        return _bound(bounded, seen)
    if final > winner.replicas:
        return "recommendations within the scale-down window were higher"
    return "recommendations within the scale-up window were lower"


def _bound(bounded: Bounded, seen: Observation) -> str:
    texts = {
        TOO_FEW[0]: f"minReplicas is {seen.spec.min_replicas}",
        TOO_MANY[0]: f"maxReplicas is {seen.spec.max_replicas}",
        UP_LIMIT[0]: f"the scale-up policies allow {counted(bounded.replicas, 'replica')} now",
        DOWN_LIMIT[0]: f"the scale-down policies allow no fewer than {bounded.replicas} now",
        COOLING_DOWN: "one replica stays until the cooldown is over",
        BUSY: bounded.message,
        UNKNOWN: bounded.message,
    }
    return texts[bounded.reason]
