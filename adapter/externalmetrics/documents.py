"""Where in a text are the rules of external metrics? In a bare file, in a ConfigMap, in one of several documents."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import yaml

from adapter.externalmetrics.problems import Problem
from adapter.externalmetrics.yamlvalues import YamlValue, parse

OTHER_OBJECT: Final = " holds no rules and is passed over"
"""Said of objects of kinds that have nothing to do with rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEntries:
    """The entries under `externalRules` and `servers`, in their order, not read yet; and what was passed over."""

    entries: tuple[YamlValue, ...] = ()
    servers: tuple[YamlValue, ...] = ()
    warnings: tuple[Problem, ...] = ()


def rule_entries(text: str, *, source: str) -> RuleEntries:
    """Every rule entry of a YAML text. Raises RulesError for what is no configuration of a metrics adapter."""
    found = [entries_of for document in parse(text, source=source) for entries_of in _of_document(document)]
    return RuleEntries(
        entries=tuple(entry for part in found for entry in part.entries),
        servers=tuple(server for part in found for server in part.servers),
        warnings=tuple(warning for part in found for warning in part.warnings),
    )


def _of_document(document: YamlValue) -> Iterator[RuleEntries]:
    keys = document.entries()
    if "kind" not in keys:
        yield _of_configuration(document)
        return
    match keys["kind"].text():
        case "ConfigMap":
            yield from _of_config_map(document, keys)
        case "List" | "ConfigMapList":
            for item in keys["items"].items() if "items" in keys else ():
                yield from _of_document(item)
        case kind:
            yield _remark(document, f"a {kind}{OTHER_OBJECT}")


def _of_config_map(document: YamlValue, keys: dict[str, YamlValue]) -> Iterator[RuleEntries]:
    data = keys["data"].entries() if "data" in keys and not keys["data"].is_null else {}
    files = [value for name, value in data.items() if name.endswith((".yaml", ".yml"))]
    if not files:
        yield _remark(document, "this ConfigMap has no file such as config.yaml under data and is passed over")
    for file in files:
        for content in file.embedded():
            if _is_chart_values(content.entries()):
                text = "rules.external is a key of a chart's values, and prometheus-adapter doesn't start with it here"
                yield _remark(content, f"{text}: write externalRules")
            yield _of_configuration(content)


def _of_configuration(document: YamlValue) -> RuleEntries:
    keys = document.entries()
    if _is_chart_values(keys):
        return _of_chart_values(keys["rules"].entries())
    fields = document.fields(_TOP_KEYS, hints=_HINTS)
    return RuleEntries(
        entries=fields["externalRules"].items() if "externalRules" in fields else (),
        servers=fields["servers"].items() if "servers" in fields else (),
        warnings=tuple(
            Problem(place=fields[key].place, text=f"{key} is not served: only externalRules are, of external metrics")
            for key in sorted(_NOT_SERVED & fields.keys())
        ),
    )


def _of_chart_values(rules: dict[str, YamlValue]) -> RuleEntries:
    """The values of prometheus-adapter's chart: external rules stand under `rules.external`, beside much else."""
    return RuleEntries(
        entries=rules["external"].items() if "external" in rules and not rules["external"].is_null else (),
        warnings=tuple(
            Problem(place=rules[key].place, text=f"rules.{key} is not served: only rules.external is")
            for key in sorted(rules.keys() & {"custom", "resource"})
            if not rules[key].is_null and not _is_empty(rules[key])
        ),
    )


def _is_chart_values(keys: dict[str, YamlValue]) -> bool:
    return "rules" in keys and bool(_CHART_KEYS & _keys_of(keys["rules"]))


def _keys_of(value: YamlValue) -> frozenset[str]:
    return frozenset(value.entries()) if isinstance(value.node, yaml.MappingNode) else frozenset()


def _is_empty(value: YamlValue) -> bool:
    return isinstance(value.node, yaml.CollectionNode) and not value.node.value


def _remark(document: YamlValue, text: str) -> RuleEntries:
    return RuleEntries(warnings=(Problem(place=document.place, text=text),))


_NOT_SERVED = frozenset({"rules", "resourceRules"})
_TOP_KEYS = frozenset({"externalRules", "servers"}) | _NOT_SERVED
_CHART_KEYS = frozenset({"external", "custom", "resource", "default", "existing"})
_HINTS = {
    "external": "this is a key of a chart's values; in a rules file the list stands under externalRules",
    "custom": "this is a key of a chart's values; in a rules file custom metrics stand under rules, which isn't served",
    "resource": "this is a key of a chart's values; in a rules file it is resourceRules, which isn't served",
    "default": "this is a key of a chart's values; a rules file has no default rules: leave it out",
    "existing": "this is a key of a chart's values; leave it out",
    "server": "the list is called servers",
    "externalrules": "write externalRules",
    "external_rules": "write externalRules",
    "seriesQuery": "a rule is an item of the list externalRules",
}
