"""Rules are found in every container in which people keep them."""

import textwrap

import pytest

from adapter.externalmetrics.documents import rule_entries
from adapter.externalmetrics.problems import RulesError

RULES = "externalRules:\n- seriesQuery: a\n- seriesQuery: b\n"


def places(text: str) -> list[str]:
    return [str(entry.place) for entry in rule_entries(text, source="f").entries]


def warnings(text: str) -> list[str]:
    return [str(warning) for warning in rule_entries(text, source="f").warnings]


def config_map(content: str, *, style: str = "|", name: str = "config.yaml") -> str:
    head = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: x}}\ndata:\n  {name}: {style}\n"
    return head + textwrap.indent(content, "    ")


def test_a_bare_file_has_its_own_lines() -> None:
    assert places(RULES) == ["f:2", "f:3"]


@pytest.mark.parametrize("style", ["|", "|-"])
def test_rules_in_a_config_map_have_the_lines_of_the_manifest(style: str) -> None:
    assert places(config_map(RULES, style=style)) == ["f:7", "f:8"]


def test_rules_of_a_later_document_have_their_lines() -> None:
    assert places("kind: Service\n---\n" + config_map(RULES)) == ["f:9", "f:10"]


def test_a_list_of_manifests_is_looked_through() -> None:
    text = f"kind: List\nitems:\n- kind: ConfigMap\n  data:\n    a.yml: |\n{textwrap.indent(RULES, '      ')}"
    assert places(text) == ["f:7", "f:8"]


def test_what_holds_no_rules_is_passed_over_and_said() -> None:
    assert warnings("kind: Service\n") == ["f:1: a Service holds no rules and is passed over"]


def test_a_config_map_without_a_rules_file_is_passed_over_and_said() -> None:
    expected = ["f:1: this ConfigMap has no file such as config.yaml under data and is passed over"]
    assert expected == warnings(config_map(RULES, name="notes.txt"))


def test_rules_of_other_apis_are_not_served_and_said() -> None:
    expected = [
        "f:2: resourceRules is not served: only externalRules are, of external metrics",
        "f:1: rules is not served: only externalRules are, of external metrics",
    ]
    assert expected == warnings("rules: []\nresourceRules: {}\nexternalRules: []\n")


CHART = """
prometheus: {url: http://prometheus}
rules:
  default: false
  custom: []
  external:
  - seriesQuery: a
  - seriesQuery: b
"""


def test_the_values_of_the_chart_hold_external_rules_beside_much_else() -> None:
    assert (places(CHART), warnings(CHART)) == (["f:7", "f:8"], [])


def test_what_else_the_values_of_the_chart_would_serve_is_said() -> None:
    assert warnings("rules: {external: [], custom: [{}]}") == [
        "f:1: rules.custom is not served: only rules.external is"
    ]


def test_servers_are_found_beside_the_rules() -> None:
    found = rule_entries(config_map("servers:\n- name: a\n"), source="f").servers
    assert [str(server.place) for server in found] == ["f:7"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("external: []", "f:1: unknown key 'external': this is a key of a chart's values"),
        (
            "externalRule: []",
            "f:1: unknown key 'externalRule': known here are externalRules, resourceRules, rules, servers",
        ),
        ("- seriesQuery: a", "f:1: expected a mapping of keys to values, not a list"),
        ("externalRules: {}", "f:1: expected a list, not a mapping"),
        ("externalRules: 1", "f:1: expected a list, not '1'"),
        ("a: [", "f:2: not YAML: "),
        ("a: \x00", "f:1: not YAML: "),
        (config_map("externalRules: {}\nx"), "f:8: not YAML: "),
        (config_map("externalRules: {}\n"), "f:6: expected a list, not a mapping"),
    ],
)
def test_what_is_no_configuration_is_an_error(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        rule_entries(text, source="f")
    assert str(caught.value).startswith(message)
