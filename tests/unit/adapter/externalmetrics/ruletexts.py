"""Rules as text, for tests: one rule that is complete, and what a test changes of it."""

from adapter.externalmetrics.rules import Rule, RuleSet, join_rules, load_rules, read_rules

COMPLETE = {
    "seriesQuery": "queue_lag",
    "resources": "{overrides: {namespace: {resource: namespace}}}",
    "metricsQuery": "'sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)'",
}


def rule_text(**changes: str | None) -> str:
    """An item of `externalRules`, one key a line; None leaves a key out."""
    keys = {key: value for key, value in (COMPLETE | changes).items() if value is not None}
    return "  - " + "\n    ".join(f"{key}: {value}" for key, value in keys.items()) + "\n"


def load(*rules: str) -> RuleSet:
    return load_rules("externalRules:\n" + "".join(rules), source="rules.yaml")


def read(*rules: str) -> RuleSet:
    """With those set aside that can't be served."""
    return join_rules(read_rules("externalRules:\n" + "".join(rules), source="rules.yaml"))


def only_rule(**changes: str | None) -> Rule:
    [rule] = load(rule_text(**changes)).rules
    return rule
