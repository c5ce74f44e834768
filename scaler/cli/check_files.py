"""What do the files hold that are to be checked? Texts, read as the adapter would read them."""

from dataclasses import dataclass
from pathlib import Path

import click

from adapter.externalmetrics.lint import RulesText
from adapter.externalmetrics.lintfindings import Finding
from adapter.externalmetrics.lintproblems import unreadable
from adapter.externalmetrics.problems import Place, Problem, RulesError
from adapter.externalmetrics.rulefiles import files_of, text_of

STDIN = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesTexts:
    """The files that are served together, and what kept others from being read."""

    texts: tuple[RulesText, ...]
    unreadable: tuple[Finding, ...] = ()


def texts_at(argument: str) -> RulesTexts:
    """What a file, a folder or `-`, standard input, holds."""
    if argument == STDIN:
        return _standard_input()
    try:
        files = files_of(Path(argument))
    except RulesError as error:
        return RulesTexts(texts=(), unreadable=tuple(map(unreadable, error.problems)))
    read = [_read(file) for file in files]
    return RulesTexts(
        texts=tuple(one for one in read if isinstance(one, RulesText)),
        unreadable=tuple(finding for one in read if isinstance(one, tuple) for finding in one),
    )


def _read(file: Path) -> RulesText | tuple[Finding, ...]:
    try:
        return RulesText(source=str(file), text=text_of(file))
    except RulesError as error:
        return tuple(map(unreadable, error.problems))


def _standard_input() -> RulesTexts:
    try:
        with click.open_file(STDIN, encoding="utf-8") as opened:
            text = opened.read()
    except UnicodeDecodeError:
        problem = Problem(place=Place(source="stdin"), text="not a text file in UTF-8")
        return RulesTexts(texts=(), unreadable=(unreadable(problem),))
    return RulesTexts(texts=(RulesText(source="stdin", text=text),))
