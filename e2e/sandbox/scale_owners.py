"""Who owns the count after a write of the scale subresource? Not as elsewhere, for a Scale leaves a count of zero out.

An update to zero therefore has no owner, and as long as the count has none, updates of the scale aren't tracked at all.
An applied count is owned by whoever applied it, a zero too. Measured on kube-apiserver 1.37.2; the scenarios hold both
to the same claims.
"""

from dataclasses import replace

from e2e.sandbox import clock
from e2e.sandbox.documents import Document, at
from e2e.sandbox.failures import apply_conflict
from e2e.sandbox.managed_fields import APPLY, Ownership, Writer, after_update, entry_of, owners_of, with_owners
from e2e.sandbox.resources import ResourceType


def after_scale(before: Document, after: Document, kind: ResourceType, writer: Writer, *, force: bool) -> Document:
    """`after` with its owners; 409 if the count is applied over another owner's without force."""
    assert kind.scale is not None
    path = tuple(f"f:{name}" for name in kind.scale.spec_replicas)
    owners = owners_of(before)
    changed = at(before, kind.scale.spec_replicas) != at(after, kind.scale.spec_replicas)
    if writer.operation == APPLY:
        others = [owner for owner in owners if owner.writer != writer]
        holders = [owner for owner in others if changed and path in owner.fields]
        if holders and not force:
            raise apply_conflict([(owner.writer.manager, ".spec.replicas") for owner in holders])
        left = [_without(owner, path) if changed else owner for owner in others]
        return with_owners(after, [*left, entry_of(writer, kind, frozenset({path}), clock.now())])
    updated = after_update(before, after, kind, writer)
    tracked = any(path in owner.fields for owner in owners)
    if tracked and at(after, kind.scale.spec_replicas):
        return updated
    return with_owners(updated, [_without(owner, path) for owner in owners_of(updated)])


def _without(owner: Ownership, path: tuple[str, ...]) -> Ownership:
    return replace(owner, fields=owner.fields - {path})
