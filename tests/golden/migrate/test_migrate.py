"""Every text of `lagzero migrate` reads as its golden file; what it makes of ScaledObjects passes our own checks."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from scaler.cli import main
from scaler.migration.keda_text import autoscalers_text, rules_text
from tests.golden.migrate.cases import HERE, SOURCES, keda_of, texts

EXPECTED = texts()


def test_the_golden_files_are_those_of_the_cases() -> None:
    assert set(EXPECTED) == {path.name for path in (HERE / "texts").iterdir()}


@pytest.mark.parametrize("name", EXPECTED)
def test_it_reads_as_its_golden_file(name: str) -> None:
    assert (HERE / "texts" / name).read_text(encoding="utf-8") == EXPECTED[name]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_rules_and_autoscalers_are_without_an_error(source: Path, tmp_path: Path) -> None:
    found = keda_of(source)
    both = tmp_path / "both.yaml"
    both.write_text(rules_text(found) + autoscalers_text(found))
    checked = CliRunner().invoke(main, ["check", str(both)], catch_exceptions=False)
    validated = CliRunner().invoke(main, ["validate", str(both)], catch_exceptions=False)
    assert (0, 0) == (checked.exit_code, validated.exit_code), checked.output + validated.output
    assert (False, True) == ("unknown-metric" in checked.output, " 0 invalid, 0 warnings" in validated.output)
