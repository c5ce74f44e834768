"""Which labels and annotations go along? All but those that belong to the old object alone."""

from typing import Final

from scaler.api.companion import MEMORY_ANNOTATION, MIN_REPLICAS_ANNOTATION
from scaler.migration.documents import Document, items_at, text_at, texts_at
from scaler.migration.seen import MADE_OF, MARK

_LEFT_BEHIND: Final = frozenset(
    {"kubectl.kubernetes.io/last-applied-configuration", MARK, MADE_OF, MIN_REPLICAS_ANNOTATION, MEMORY_ANNOTATION}
)
_OLD_VERSIONS: Final = "autoscaling.alpha.kubernetes.io/"
# Argo CD deletes what carries its mark and stands in none of its manifests.
_PRUNERS: Final = "argocd.argoproj.io/"
_KEEPERS: Final = (
    ("labels", "app.kubernetes.io/managed-by", "Helm", "Helm"),
    ("annotations", "argocd.argoproj.io/tracking-id", "", "Argo CD"),
    ("labels", "argocd.argoproj.io/instance", "", "Argo CD"),
    ("labels", "kustomize.toolkit.fluxcd.io/name", "", "Flux"),
    ("labels", "helm.toolkit.fluxcd.io/name", "", "Flux"),
)


def carried_metadata(document: Document) -> dict[str, object]:
    """Name, namespace, labels and annotations of `document`."""
    kept = {name: text for name, text in texts_at(document, "metadata", "annotations").items() if _goes_along(name)}
    labels = {name: text for name, text in texts_at(document, "metadata", "labels").items() if _goes_along(name)}
    metadata: dict[str, object] = {
        "name": text_at(document, "metadata", "name"),
        "namespace": text_at(document, "metadata", "namespace"),
    }
    if labels:
        metadata["labels"] = labels
    if kept:
        metadata["annotations"] = kept
    return metadata


def owner_of(document: Document) -> str:
    """The object that made this one and would make it again, empty if there is none."""
    for owner in items_at(document, "metadata", "ownerReferences"):
        return f"{text_at(owner, 'kind')} {text_at(owner, 'name')}"
    return ""


def keeper_of(document: Document) -> str:
    """The tool that keeps manifests of this object and may apply them again, empty if none has left its name."""
    for block, name, value, tool in _KEEPERS:
        found = texts_at(document, "metadata", block).get(name)
        if found is not None and value in {"", found}:
            return tool
    return ""


def _goes_along(name: str) -> bool:
    return name not in _LEFT_BEHIND and not name.startswith((_OLD_VERSIONS, _PRUNERS))
