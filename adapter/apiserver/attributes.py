"""What exactly is being asked for, in the words of the cluster's authorization?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# A GET without an object's name is a list, although discovery calls the verb get. The cluster's own role for the
# autoscaler's controller grants both.
_RESOURCE_VERBS: Final = {
    "GET": "list",
    "HEAD": "list",
    "POST": "create",
    "PUT": "update",
    "PATCH": "patch",
    "DELETE": "deletecollection",
}
_PROBES: Final = ("/livez", "/readyz", "/healthz")
_DISCOVERY: Final = ("/apis", "/openapi", "/version")


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricAccess:
    """One metric in one namespace: a resource named like the metric."""

    verb: str
    namespace: str
    metric: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PathAccess:
    """Any other path."""

    verb: str
    path: str

    @property
    def is_probe(self) -> bool:
        """Whether a kubelet, which has no identity, may ask."""
        return _is_under(self.path, _PROBES)

    @property
    def is_discovery(self) -> bool:
        """Whether the path only says what there is."""
        return self.path == "/" or _is_under(self.path, _DISCOVERY)


Access = MetricAccess | PathAccess


def metric_access(*, method: str, namespace: str, metric: str) -> MetricAccess:
    """Access to a metric's values by an HTTP method."""
    return MetricAccess(verb=_RESOURCE_VERBS.get(method, method.lower()), namespace=namespace, metric=metric)


def path_access(*, method: str, path: str) -> PathAccess:
    """Access to a path by an HTTP method."""
    return PathAccess(verb=method.lower(), path=path)


def _is_under(path: str, roots: tuple[str, ...]) -> bool:
    return any(path == root or path.startswith(f"{root}/") for root in roots)
