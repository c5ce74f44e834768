"""Whose proposal is it? The metric of the spec that a winning proposal belongs to, and how it won."""

from scaler.algorithm.stages import MetricFailure, Proposal, Recommended, Refusal
from scaler.api.types import AutoscalerSpec
from scaler.narration.figures import counted, metric_name


def winner_lines(spec: AutoscalerSpec, recommended: Recommended) -> tuple[str, ...]:
    """The metric and its count, and how many others there were."""
    winner, proposals = recommended.winner, recommended.proposals
    if isinstance(winner, Refusal):
        return (f"none: {winner.message}",)
    failed = sum(isinstance(proposal, MetricFailure) for proposal in proposals)
    number = winner_number(winner, proposals)
    name = f"metric {number}, {metric_name(spec.metrics[number - 1])}: {winner.replicas}"
    working = len(proposals) - failed
    lines = [name if working == 1 else f"{name}, the highest of {working} proposals"]
    if any(isinstance(proposal, Proposal) and proposal.replicas < 0 for proposal in proposals):
        lines.append("less than nothing counts as 0")
    if failed:
        lines.append(f"{counted(failed, 'metric')} can't be used: nothing shrinks meanwhile")
    return tuple(lines)


def winner_number(winner: Proposal, proposals: tuple[Proposal | MetricFailure, ...]) -> int:
    """Which metric of the spec it is, from 1; a proposal below zero counts as zero."""
    return next(
        number
        for number, proposal in enumerate(proposals, start=1)
        if isinstance(proposal, Proposal)
        and proposal.name == winner.name
        and max(proposal.replicas, 0) == winner.replicas
    )
