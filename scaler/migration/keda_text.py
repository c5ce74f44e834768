"""How do the rules and the autoscalers read that come of ScaledObjects? As YAML, with a comment on each difference."""

from collections.abc import Iterator, Sequence
from typing import Final

import yaml

from scaler.migration.keda_parts import Converted, Rule, Server

_WIDE: Final = 1000


def rules_text(found: Sequence[Converted]) -> str:
    """One rules file, for `--rules` of the adapter and of the scaler; empty where no rule is needed."""
    names = _server_names(found)
    if not names:
        return ""
    lines = ["# Serves the metrics of the autoscalers below: for --rules of the adapter and of the scaler.", "servers:"]
    for server, name in names.items():
        if server.credentials:
            lines.append(f"  # {server.credentials}: give bearerTokenFile, basic or tls")
        lines += _item(
            {"name": name, "url": server.url, **({"headers": dict(server.headers)} if server.headers else {})}
        )
    lines.append("externalRules:")
    for each in found:
        for rule in each.rules:
            lines += [f"  # {each.source}", *_item(_rule(rule, names[rule.server]))]
    return "\n".join(lines) + "\n"


def autoscalers_text(found: Sequence[Converted]) -> str:
    """A document per autoscaler; what nothing could be made of is a comment."""
    return "".join(f"---\n{text}\n" for text in map(_autoscaler, found))


def differences_of(found: Converted) -> Iterator[str]:
    """One line each, after the object's name."""
    for each in found.differences:
        yield f"{found.source}: {'lost' if each.lost else 'differs'}: {each.text}"


def _autoscaler(found: Converted) -> str:
    lines = [f"# {found.source}"]
    lines += [f"# {'lost' if each.lost else 'differs'}: {each.text}" for each in found.differences]
    if found.autoscaler is None:
        return "\n".join([*lines, "# nothing was made of it"])
    if not found.is_whole:
        lines.append("# It only watches (mode: Shadow): take that away when what is lost is dealt with.")
    return "\n".join([*lines, _dumped(found.autoscaler)])


def _rule(rule: Rule, server: str) -> dict[str, object]:
    """The query as it is, under a name of its own, for its namespace alone."""
    said: dict[str, object] = {
        "seriesQuery": rule.metric,
        "metricsQuery": rule.query,
        "resources": {"namespaced": False},
        "namespaceAllow": [rule.namespace],
        "server": server,
        "onEmpty": rule.on_empty,
        "onNegative": "zero",
        "reduce": "error",
    }
    return {**said, "timeout": rule.timeout} if rule.timeout else said


def _server_names(found: Sequence[Converted]) -> dict[Server, str]:
    """Every different server, in the order in which they come up."""
    servers = dict.fromkeys(rule.server for each in found for rule in each.rules)
    return {server: f"keda-{number}" for number, server in enumerate(servers, 1)}


def _item(value: object) -> list[str]:
    """An item of a list, indented below its key."""
    return [f"  {line}" for line in _dumped([value]).splitlines()]


def _dumped(value: object) -> str:
    return yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=_WIDE).rstrip("\n")
