"""What a command line answers reads as its golden file does: tables, refusals, errors; one file for each text."""

from collections.abc import Mapping

import pytest

from tests.golden.console.commands import COMMANDS
from tests.golden.console.transcript import TEXTS, transcripts


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    return dict(transcripts(COMMANDS, tmp_path_factory.mktemp("console")))


def test_the_golden_files_are_those_of_the_commands() -> None:
    assert set(COMMANDS) == {file.stem for file in TEXTS.iterdir()}


@pytest.mark.parametrize("name", COMMANDS)
def test_it_reads_as_its_golden_file(name: str, said: Mapping[str, str]) -> None:
    assert (TEXTS / f"{name}.txt").read_text(encoding="utf-8") == said[name]
