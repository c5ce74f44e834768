"""Rules come from a file or from a folder of files, in a known order."""

from pathlib import Path

import pytest

from adapter.externalmetrics.rulefiles import load_rules_from
from adapter.externalmetrics.rules import RulesError
from tests.unit.adapter.externalmetrics.ruletexts import rule_text


def write(file: Path, *rules: str) -> None:
    file.write_text("externalRules:\n" + "".join(rules))


def test_a_folder_is_read_in_the_order_of_its_file_names(tmp_path: Path) -> None:
    write(tmp_path / "b.yaml", rule_text(seriesQuery="b"))
    write(tmp_path / "a.yml", rule_text(seriesQuery="a"))
    (tmp_path / "notes.txt").write_text("no rules")
    (tmp_path / ".hidden.yaml").write_text("no: rules")
    assert [rule.fixed_name for rule in load_rules_from(tmp_path).rules] == ["a", "b"]


def test_of_two_files_with_one_metric_the_later_serves_it(tmp_path: Path) -> None:
    write(tmp_path / "a.yaml", rule_text())
    write(tmp_path / "b.yaml", rule_text())
    rules = load_rules_from(tmp_path)
    seen = [rule.place.source for rule in rules.rules], [rule.place.source for rule in rules.refused]
    assert ([f"{tmp_path}/b.yaml"], [f"{tmp_path}/a.yaml"]) == seen


def test_a_rule_that_is_wrong_is_set_aside_and_the_others_are_served(tmp_path: Path) -> None:
    rules = [rule_text(seriesQuery=f"queue_{number}") for number in range(49)]
    write(tmp_path / "rules.yaml", *rules[:20], rule_text(metricsQuery=None), *rules[20:])
    loaded = load_rules_from(tmp_path / "rules.yaml")
    assert (49, ["the rule has no metricsQuery"]) == (
        len(loaded.rules),
        [problem.text for rule in loaded.refused for problem in rule.problems],
    )


def test_the_problems_of_all_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: [")
    (tmp_path / "b.yaml").write_text("b: 1")
    with pytest.raises(RulesError) as caught:
        load_rules_from(tmp_path)
    assert len(caught.value.problems) == 2


def test_a_file_that_is_not_there_is_an_error_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load_rules_from(tmp_path / "rules.yaml")
    assert f"{tmp_path}/rules.yaml: can't read the rules: No such file or directory" == str(caught.value)


def test_a_file_that_is_not_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(RulesError, match="not a text file in UTF-8"):
        load_rules_from(tmp_path / "rules.yaml")


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"no rules here: a folder of rules has files called \*\.yaml"):
        load_rules_from(tmp_path)
