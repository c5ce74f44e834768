"""Which rules does this file, or this folder of files, hold?"""

from pathlib import Path

from adapter.externalmetrics.rules import Place, Problem, RulesError, RuleSet, join_rules, read_rules


def load_rules_from(path: Path) -> RuleSet:
    """The rules of a file, or of every `*.yaml` and `*.yml` directly in a folder, in the order of their names.

    A rule that can't be served is set aside. Reads from the disk at once, so not for an event loop that must not wait.
    Raises RulesError, with every problem of every file that can't be loaded, also when there is nothing to read.
    """
    sets: list[RuleSet] = []
    problems: list[Problem] = []
    for file in files_of(path):
        try:
            sets.append(read_rules(text_of(file), source=str(file)))
        except RulesError as error:
            problems.extend(error.problems)
    if problems:
        raise RulesError(*problems)
    return join_rules(*sets)


def files_of(path: Path) -> tuple[Path, ...]:
    """A file itself, or the files with rules in a folder. Raises RulesError for a folder without any."""
    if not path.is_dir():
        return (path,)
    # A ConfigMap's volume keeps its files in a folder `..data` and links to them, so hidden names are not looked at.
    files = sorted(
        file for file in path.iterdir() if file.suffix in {".yaml", ".yml"} and not file.name.startswith(".")
    )
    if not files:
        raise RulesError(_problem(path, "no rules here: a folder of rules has files called *.yaml or *.yml"))
    return tuple(files)


def text_of(file: Path) -> str:
    """What a file holds. Raises RulesError when it is no text, or can't be read."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RulesError(_problem(file, "not a text file in UTF-8")) from error
    except OSError as error:
        raise RulesError(_problem(file, f"can't read the rules: {error.strerror or error}")) from error


def _problem(path: Path, text: str) -> Problem:
    return Problem(place=Place(source=str(path)), text=text)
