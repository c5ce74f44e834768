"""How does Go print a metric's selector? `nil`, or `&LabelSelector{...}` as in the stock controller's messages."""

from functools import lru_cache

from scaler.api.types import LabelSelector, LabelSelectorRequirement


@lru_cache(maxsize=4096)
def selector_text(selector: LabelSelector | None) -> str:
    """Labels sorted by key, requirements in the order of the spec."""
    if selector is None:
        return "nil"
    labels = "".join(f"{key}: {value}," for key, value in sorted(selector.match_labels))
    requirements = "".join(_requirement_text(requirement) for requirement in selector.match_expressions)
    return (
        f"&LabelSelector{{MatchLabels:map[string]string{{{labels}}},"
        f"MatchExpressions:[]LabelSelectorRequirement{{{requirements}}},}}"
    )


def _requirement_text(requirement: LabelSelectorRequirement) -> str:
    values = " ".join(requirement.values)
    return f"LabelSelectorRequirement{{Key:{requirement.key},Operator:{requirement.operator},Values:[{values}],}},"
