"""Which kinds does a cluster learn for a scenario? Custom ones whose count is `spec.size`, with a /scale."""

from typing import Any, Final

_INTEGER: Final = {"type": "integer"}


def definition(group: str, kind: str) -> dict[str, Any]:
    """Of a namespaced kind of that group, whose plural is its name with an s."""
    singular = kind.lower()
    plural = f"{singular}s"
    paths = {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"}
    numbers = {"type": "object", "properties": {"size": _INTEGER, "selector": {"type": "string"}}}
    schema = {"type": "object", "properties": {"spec": numbers, "status": numbers}}
    version = {
        "name": "v1",
        "served": True,
        "storage": True,
        "schema": {"openAPIV3Schema": schema},
        "subresources": {"status": {}, "scale": {**paths, "labelSelectorPath": ".status.selector"}},
    }
    names = {"plural": plural, "singular": singular, "kind": kind}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{group}"},
        "spec": {"group": group, "scope": "Namespaced", "names": names, "versions": [version]},
    }
