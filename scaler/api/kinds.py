"""Which kinds of autoscaler are there, and what does the API call them?"""

from enum import Enum

from adapter.kube.meta import NamespacedName


class AutoscalerKind(Enum):
    """Kind, group, version and plural, as the API's paths and messages spell them."""

    HORIZONTAL_POD_AUTOSCALER = ("HorizontalPodAutoscaler", "autoscaling", "v2", "horizontalpodautoscalers")
    ZERO_POD_AUTOSCALER = ("ZeroPodAutoscaler", "lagzero.dev", "v1alpha1", "zeropodautoscalers")

    def __init__(self, kind: str, group: str, version: str, plural: str) -> None:
        self.kind = kind
        self.group = group
        self.version = version
        self.plural = plural

    @property
    def api_version(self) -> str:
        return f"{self.group}/{self.version}"

    @property
    def qualified(self) -> str:
        """Kind and group in one word, as in the message of a refusal."""
        return f"{self.kind}.{self.group}"

    def collection(self, namespace: str | None) -> str:
        """The path of its objects, in one namespace or in all."""
        within = "" if namespace is None else f"/namespaces/{namespace}"
        return f"/apis/{self.api_version}{within}/{self.plural}"

    def path(self, key: NamespacedName) -> str:
        """The path of one object."""
        return f"{self.collection(key.namespace)}/{key.name}"

    @property
    def has_zero_block(self) -> bool:
        """Is `spec.zero` part of the kind? Elsewhere it is an unknown field, and ignored."""
        return self is AutoscalerKind.ZERO_POD_AUTOSCALER
