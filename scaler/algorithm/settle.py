"""What became of the decision's write? The decision completed by what the API server said."""

from dataclasses import replace

from scaler.algorithm import explain
from scaler.algorithm.activation import after_rescale
from scaler.algorithm.decision import Accepted, Decision, Outcome, Rejected
from scaler.algorithm.gate import has_demand
from scaler.algorithm.model import AlgorithmSettings, Observation
from scaler.algorithm.rate_limit import remember_scale_event
from scaler.api.states import AutoscalerState


def settle(decision: Decision, outcome: Outcome, seen: Observation, settings: AlgorithmSettings) -> Decision:
    """Only an accepted write counts as a scale event and decides whose zero it is; a rejected one must not."""
    if isinstance(outcome, Rejected):
        condition, event = explain.rejected(outcome)
        return replace(
            decision,
            desired=None,
            conditions=(*decision.conditions, condition),
            events=(*decision.events, event),
        )
    if not isinstance(outcome, Accepted):
        return decision
    condition, event = explain.accepted(outcome)
    memory = remember_scale_event(decision.memory, outcome.rescale, seen.spec.behavior, seen.now)
    activation = after_rescale(
        memory.activation, outcome.rescale, seen.spec, settings, demand_is_visible=has_demand(seen.spec)
    )
    return replace(
        decision,
        state=AutoscalerState.SCALED_TO_ZERO if activation.scaled_to_zero else AutoscalerState.ACTIVE,
        conditions=(*decision.conditions, condition, explain.scaled_to_zero(activation.scaled_to_zero)),
        events=(*decision.events, event),
        memory=replace(memory, activation=activation),
    )
