"""What is wrong with a rules file, and on which line?"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Place:
    """A line of a file, counted from 1, or a whole file when it is 0. `str()` is `file:line` or `file`."""

    source: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.source}:{self.line}" if self.line else self.source


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One finding, in one line: where it is, what it is, and what to write instead."""

    place: Place
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


class RulesError(ValueError):
    """Rules that can't be served. `str()` has one line for each problem."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
