"""Can the target be handed over? It has to be there, of a kind that has a /scale, and no third one may scale it."""

from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.workloads import WorkloadKind, workload_kind
from scaler.migration.documents import Document, text_at
from scaler.migration.seen import Seen
from scaler.migration.steps import Refusal


def known_kind(reference: Document) -> WorkloadKind | None:
    """The kind that a scaleTargetRef names if it is one of those that the scaler watches, and may write as shipped."""
    return workload_kind(
        CrossVersionObjectReference(
            kind=text_at(reference, "kind"),
            name=text_at(reference, "name"),
            api_version=text_at(reference, "apiVersion"),
        )
    )


def group_of(reference: Document) -> str:
    """The API group of a scaleTargetRef, empty for the core group."""
    group, slash, _ = text_at(reference, "apiVersion").partition("/")
    return group if slash else ""


def obstacle_to(seen: Seen) -> Refusal | None:
    """What about the target forbids a hand-over."""
    if seen.unscalable:
        return Refusal(text=f"{seen.key} scales {seen.target_name}: {seen.unscalable}")
    if seen.workload is None:
        return Refusal(text=f"{seen.key} scales {seen.target_name}, which isn't there: nothing can be handed over")
    if seen.rivals:
        others = " and ".join(seen.rivals)
        return Refusal(text=f"{seen.target_name} is also the target of {others}: delete all but one of them first")
    return None


def same_target(one: Document, other: Document) -> bool:
    """Do two references mean one object? The version by which it is called doesn't matter."""
    return bool(one) and _named(one) == _named(other)


def _named(reference: Document) -> tuple[str, str, str]:
    return (group_of(reference), text_at(reference, "kind"), text_at(reference, "name"))
