"""What time it is, and how Kubernetes writes it down: the only place here that reads the machine's clock."""

from datetime import UTC, datetime


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return datetime.now(tz=UTC)  # noqa: TID251 - the stand-in is a process of its own; this is its one clock


def rfc3339(at: datetime) -> str:
    """`metav1.Time`: whole seconds, cut off, with a Z."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def rfc3339_micro(at: datetime) -> str:
    """`metav1.MicroTime`: always six decimals."""
    return at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parsed(text: str) -> datetime:
    """The moment that a `metav1.Time` or `MicroTime` names."""
    return datetime.fromisoformat(text)
