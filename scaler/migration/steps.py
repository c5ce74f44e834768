"""What is a hand-over made of? Steps in order, each a request or something to wait for, and each safe to repeat."""

from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import Final

from scaler.migration.documents import Document

MANAGER: Final = "lagzero-cli"
"""In whose name a hand-over writes, but for the ownership of a zero."""


class Verb(StrEnum):
    CREATE = "create"
    PATCH = "patch"
    APPLY = "apply"
    DELETE = "delete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One write. `path` is the collection's for a create, else the object's; `says` is its line for people."""

    verb: Verb
    path: str
    says: str
    body: Document = field(default_factory=dict)
    field_manager: str = MANAGER


class Expectation(Enum):
    """What has to be so before the next step is safe; `expectations` judges it by an autoscaler's status."""

    WATCHES = auto()
    """The scaler looks at the object in Shadow, and can read its metrics."""

    WATCHES_ASLEEP = auto()
    """The same, and it takes the zero for one that it may end."""

    STANDS_ASIDE = auto()
    """The scaler knows that the workload has another autoscaler, and writes nothing."""

    IS_IN_CHARGE = auto()
    """The scaler decides, without an obstacle."""

    IS_QUIET = auto()
    """The scaler has seen that it may only watch."""

    STOCK_IS_IN_CHARGE = auto()
    """The stock controller looks at the object, and can compute a count, or has none to compute."""

    IS_GONE = auto()
    """The object isn't there any more."""

    IS_AWAKE = auto()
    """The workload, not an autoscaler, has a count above zero."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Until the object at `path` says so."""

    path: str
    of: Expectation
    says: str


Step = Request | Wait


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is left to do, and what to know; without steps there is nothing left."""

    steps: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why nothing is done, and what to do instead."""

    text: str
