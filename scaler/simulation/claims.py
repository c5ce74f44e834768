"""What can a scenario expect? Claims about counts, conditions, events and the state."""

from dataclasses import dataclass

from scaler.simulation.moments import Millis


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A range of replicas, both ends included."""

    min: int
    max: int | None

    def holds(self, replicas: int) -> bool:
        return self.min <= replicas and (self.max is None or replicas <= self.max)

    def __str__(self) -> str:
        if self.min == self.max:
            return f"replicas {self.min}"
        return f"replicas {self.min} to {self.max}" if self.max is not None else f"replicas {self.min} or more"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionIs:
    """A condition's status, or its reason, or both; an empty text asks for nothing."""

    type: str
    status: str = ""
    reason: str = ""

    def __str__(self) -> str:
        return f"condition {self.type} {'/'.join(filter(None, (self.status, self.reason)))}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSeen:
    """An event with this reason is published."""

    reason: str

    def __str__(self) -> str:
        return f"event {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StateIs:
    state: str

    def __str__(self) -> str:
        return f"state {self.state}"


Claim = Count | ConditionIs | EventSeen | StateIs


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """One claim about one moment (`until` is None), or about all moments from `at` to `until`."""

    line: int
    at: Millis
    until: Millis | None
    claim: Claim
