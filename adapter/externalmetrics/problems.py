"""What is wrong with a rules file, and on which line?"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum, auto


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Place:
    """A line of a file, counted from 1, or a whole file when it is 0. `str()` is `file:line` or `file`."""

    source: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.source}:{self.line}" if self.line else self.source


class Reach(StrEnum):
    """What a problem keeps from being served: the whole file, or the one rule that has it."""

    FILE = auto()
    RULE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One finding, in one line: where it is, what it is, and what to write instead."""

    place: Place
    text: str
    reach: Reach = Reach.FILE

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


class RulesError(ValueError):
    """Rules that can't be served. `str()` has one line for each problem."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


@contextmanager
def concerning_one_rule() -> Iterator[None]:
    """Within it a problem keeps only the rule from being served that is being read."""
    try:
        yield
    except RulesError as error:
        raise RulesError(*(replace(problem, reach=Reach.RULE) for problem in error.problems)) from error
