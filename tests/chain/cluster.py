"""What do people and tests ask of the cluster's API? Plain HTTPS as its administrator, nothing of ours."""

import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

_DEADLINE_SECONDS = 30.0
_STOCK_CONTROLLER = "system:serviceaccount:kube-system:horizontal-pod-autoscaler"
_FOLDERS = {
    "Namespace": "/api/v1/namespaces",
    "Service": "/api/v1/namespaces/{namespace}/services",
    "APIService": "/apis/apiregistration.k8s.io/v1/apiservices",
    "Deployment": "/apis/apps/v1/namespaces/{namespace}/deployments",
    "StatefulSet": "/apis/apps/v1/namespaces/{namespace}/statefulsets",
    "HorizontalPodAutoscaler": "/apis/autoscaling/v2/namespaces/{namespace}/horizontalpodautoscalers",
    "ZeroPodAutoscaler": "/apis/lagzero.dev/v1alpha1/namespaces/{namespace}/zeropodautoscalers",
}


def path_of(kind: str, namespace: str, name: str) -> str:
    return f"{_FOLDERS[kind].format(namespace=namespace)}/{name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """A running sandbox."""

    url: str
    state: Path

    @property
    def kubeconfig(self) -> Path:
        return self.state / "kubeconfig"

    def create(self, document: dict[str, Any]) -> None:
        """What `kubectl create` does."""
        namespace = document["metadata"].get("namespace", "")
        self._ask("POST", _FOLDERS[document["kind"]].format(namespace=namespace), document)

    def get(self, path: str) -> Any:  # noqa: ANN401 -- JSON
        """The object at a path, or what `kubectl get --raw` would print, decoded."""
        return self._ask("GET", path)

    def post(self, path: str, body: object) -> None:
        """A request that makes something of its body at a path."""
        self._ask("POST", path, body)

    def patch(self, path: str, body: dict[str, Any], *, manager: str = "kubectl") -> None:
        """What a person's `kubectl patch --type merge` or `kubectl scale` does."""
        self._ask("PATCH", f"{path}?fieldManager={manager}", body)

    def stock_controller_scales(self, path: str, count: int) -> None:
        """What the HPA controller of kube-controller-manager writes to the scale of a target."""
        path = f"{path}/scale?fieldManager=kube-controller-manager"
        self._ask("PATCH", path, {"spec": {"replicas": count}}, {"Impersonate-User": _STOCK_CONTROLLER})

    def delete(self, path: str) -> None:
        self._ask("DELETE", path)

    def scale_writes(self, namespace: str, name: str) -> list[dict[str, Any]]:
        """Every write to the scale subresource of a target so far, in order, the refused ones too."""
        items = self.get("/sandbox/writes")["items"]
        return [item for item in items if (item["target"]["namespace"], item["target"]["name"]) == (namespace, name)]

    def _ask(self, method: str, path: str, body: object = None, extra: Mapping[str, str] = MappingProxyType({})) -> Any:  # noqa: ANN401 -- JSON
        content = "application/merge-patch+json" if method == "PATCH" else "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.url + path,
            data=data,
            method=method,
            headers={"Content-Type": content, "User-Agent": "kubectl/chain", **extra},
        )
        tls = ssl.create_default_context(cafile=str(self.state / "ca.crt"))
        tls.load_cert_chain(self.state / "admin.crt", self.state / "admin.key")
        try:
            with urllib.request.urlopen(request, timeout=_DEADLINE_SECONDS, context=tls) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from error
