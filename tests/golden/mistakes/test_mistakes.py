"""What is said of a mistake reads as its golden file does, whoever says it; a change of wording is seen in review."""

from collections.abc import Mapping

import pytest

from tests.golden.mistakes.texts import MISTAKES, TEXTS, texts


@pytest.fixture(scope="module")
def said() -> Mapping[str, str]:
    return texts()


def test_the_golden_files_are_those_of_the_mistakes() -> None:
    assert set(MISTAKES) == {file.stem for file in TEXTS.iterdir()}


@pytest.mark.parametrize("name", MISTAKES)
def test_it_reads_as_its_golden_file(name: str, said: Mapping[str, str]) -> None:
    assert (TEXTS / f"{name}.txt").read_text(encoding="utf-8") == said[name]
