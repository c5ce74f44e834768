"""How does a hand-over know its own? By a mark, which it takes off in the end."""

import hashlib

import msgspec

from adapter.kube.meta import NamespacedName
from scaler.api.kinds import AutoscalerKind
from scaler.migration.documents import Document, mapping_at, text_at, texts_at
from scaler.migration.seen import MADE_OF, MARK, Seen
from scaler.migration.steps import Expectation, Refusal, Request, Verb, Wait


def marked(document: Document, mark: str) -> dict[str, object]:
    """The object to be created, with the mark and the fingerprint of what it says."""
    metadata = mapping_at(document, "metadata")
    annotations = {**texts_at(metadata, "annotations"), MARK: mark, MADE_OF: _fingerprint(document)}
    return {**document, "metadata": {**metadata, "annotations": annotations}}


def is_outdated(made: Document | None, wanted: Document) -> bool:
    """Was the object made of another spec than the one that it would be made of now?"""
    return made is not None and text_at(made, "metadata", "annotations", MADE_OF) != _fingerprint(wanted)


def unmark(kind: AutoscalerKind, key: NamespacedName) -> Request:
    """The last step: take the mark off the autoscaler that stays."""
    return Request(
        verb=Verb.PATCH,
        path=kind.path(key),
        body={"metadata": {"annotations": {MARK: None, MADE_OF: None}}},
        says=f"take the mark {MARK} off the {kind.kind}",
    )


def gone(kind: AutoscalerKind, key: NamespacedName) -> Wait:
    """Finalizers may hold an object for a while."""
    return Wait(path=kind.path(key), of=Expectation.IS_GONE, says=f"wait until the {kind.kind} is gone")


def taken(seen: Seen, kind: AutoscalerKind, mark: str) -> Refusal:
    """Why the name can't be had: somebody made an autoscaler of it, or a hand-over the other way isn't at its end."""
    if mark:
        return Refusal(
            text=f"{seen.key}: a hand-over the other way isn't at its end: run `lagzero migrate {mark} "
            f"{seen.key.name} -n {seen.key.namespace}` first"
        )
    return Refusal(
        text=f"{seen.key} is a {kind.kind} already, which no hand-over made: delete it, or the other one of that name"
    )


def _fingerprint(document: Document) -> str:
    """Of the spec alone: labels may change meanwhile."""
    encoded = msgspec.json.encode(mapping_at(document, "spec"), order="deterministic")
    return hashlib.sha256(encoded).hexdigest()[:12]
