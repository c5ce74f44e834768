"""What comes of a ScaledObject? Metrics, rules and servers, and what differs or is lost on the way."""

from dataclasses import dataclass, field

from scaler.migration.documents import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that isn't the same afterwards; what is `lost` has to be dealt with by hand."""

    text: str
    lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A Prometheus as a trigger names it; equal ones are one server of the rules."""

    url: str
    headers: tuple[tuple[str, str], ...] = ()
    credentials: str = ""
    """What the trigger proves itself with, in words; the files have to be given by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One query under one name."""

    metric: str
    namespace: str
    query: str
    server: Server
    on_empty: str
    timeout: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What comes of one trigger, or of one block."""

    metric: Document | None = None
    rule: Rule | None = None
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Converted:
    """What comes of one ScaledObject; without an `autoscaler` nothing could be made of it."""

    source: str
    autoscaler: Document | None
    rules: tuple[Rule, ...] = ()
    differences: tuple[Difference, ...] = field(default=())

    @property
    def is_whole(self) -> bool:
        """Was nothing lost?"""
        return self.autoscaler is not None and not any(each.lost for each in self.differences)
