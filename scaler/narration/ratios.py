"""What does a ratio mean? Within the tolerance, above or below it, and the count that follows."""

from dataclasses import dataclass

from scaler.algorithm.arithmetic import ceil_to_int32, is_within
from scaler.algorithm.stages import EffectiveRules, MetricFailure, Proposal
from scaler.narration.figures import number, tolerance


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """Usage over target. `present` is the count that was asked for when it was measured."""

    value: float
    present: int
    rules: EffectiveRules

    @property
    def within(self) -> bool:
        return is_within(self.value, down=self.rules.down_tolerance, up=self.rules.up_tolerance)

    @property
    def judged(self) -> str:
        """The number, and where it stands."""
        if self.within:
            return f"{number(self.value)}, within the tolerance of {tolerance(self.rules)}"
        if self.value > 1.0:
            return f"{number(self.value)}, above target (tolerance {tolerance(self.rules)})"
        if self.value < 1.0:
            return f"{number(self.value)}, below target (tolerance {tolerance(self.rules)})"
        return number(self.value)


def proposal_by_ratio(proposed: Proposal | MetricFailure, ratio: Ratio, formula: str, product: float) -> str:
    """What follows from the ratio, as a sentence; `formula` is how `product` was come by."""
    if isinstance(proposed, MetricFailure):
        return f"proposes nothing: {proposed.message}"
    replicas = proposed.replicas
    if ratio.within:
        return f"proposes {replicas}: as many as there are, within the tolerance"
    plain = ceil_to_int32(product)
    if plain == replicas:
        return f"proposes ceil({formula}) = {replicas}"
    if replicas == ratio.present and ratio.value > 1.0:
        return (
            f"proposes the present {replicas}: more load than the target is never answered by ceil({formula}) = {plain}"
        )
    return f"proposes {replicas}: ceil({formula}) as the stock controller's numbers have it"
