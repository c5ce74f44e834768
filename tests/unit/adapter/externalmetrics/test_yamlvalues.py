"""YAML is read with its lines, and with the meanings that Go's reader gives it."""

import pytest

from adapter.externalmetrics.problems import RulesError
from adapter.externalmetrics.yamlvalues import YamlValue, parse


def value(text: str) -> YamlValue:
    [found] = parse(text, source="f")
    return found


def test_null_is_as_good_as_absent() -> None:
    assert value("a:\nb: ~").fields(("a", "b")) == {}


def test_a_number_is_text_where_text_is_wanted() -> None:
    assert value("a: 010").fields(("a",))["a"].text() == "010"


@pytest.mark.parametrize(("text", "expected"), [("true", True), ("no", False), ("On", True), ("FALSE", False)])
def test_the_words_for_booleans_are_those_of_yaml_1_1(text: str, expected: bool) -> None:
    assert expected is value(text).flag()


@pytest.mark.parametrize(
    ("text", "seconds"), [("10s", 10), ("1.5m", 90), ("500ms", 0.5), ("1h", 3600), ("1h30m", 5400), ("1d", 86400)]
)
def test_a_duration_has_a_unit(text: str, seconds: float) -> None:
    assert seconds == value(text).seconds()


@pytest.mark.parametrize("text", ["10", "-1s", "s", "1 s", "1y", "1s2", "1sm", "{}"])
def test_what_is_no_duration_is_an_error(text: str) -> None:
    with pytest.raises(RulesError):
        value(text).seconds()


def test_anchors_and_merge_keys_are_followed() -> None:
    found = value("a: &x {k: 1, l: 2}\nb: {<<: *x, l: 3}").fields(("a", "b"))["b"].entries()
    assert {key: entry.text() for key, entry in found.items()} == {"k": "1", "l": "3"}


def test_of_several_merged_mappings_the_first_wins() -> None:
    found = value("a: {<<: [{k: 1}, {k: 2, l: 3}]}").fields(("a",))["a"].entries()
    assert {key: entry.text() for key, entry in found.items()} == {"k": "1", "l": "3"}
