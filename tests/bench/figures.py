"""What is one measurement, and did it keep its budget?"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A measured value beside its budget, in `unit`; `at_least` turns the comparison round. None is no budget.

    `why` says what the value comes from, where that isn't plain.
    """

    name: str
    value: float
    unit: str
    budget: float | None = None
    at_least: bool = False
    why: str = ""

    @property
    def kept(self) -> bool:
        if self.budget is None:
            return True
        return self.value >= self.budget if self.at_least else self.value <= self.budget
