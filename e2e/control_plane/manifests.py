"""How do our manifests come into a cluster? As a user brings them: by an overlay with a certificate of one's own."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from e2e.control_plane.cluster import Cluster
from e2e.control_plane.patience import eventually
from e2e.control_plane.processes import ROOT
from e2e.sandbox.certificates import Authority

NAMESPACE: Final = "lagzero-system"
SERVICE: Final = "lagzero-adapter"
API_SERVICE: Final = "v1beta1.external.metrics.k8s.io"
_MANIFESTS: Final = ROOT / "manifests"
_SERVED: Final = "/apis/lagzero.dev/v1alpha1/zeropodautoscalers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """The overlay that was applied twice, and the files of the adapter's certificate."""

    overlay: Path
    certificate: Path
    key: Path
    ca: Path


def install(cluster: Cluster, overlay: str) -> Installed:
    """Apply manifests/overlays/OVERLAY with a certificate of our own, twice, and wait until the new kind is served."""
    folder = write_overlay(cluster, overlay)
    cluster.kubectl("apply", "-k", str(folder))
    eventually("the definition is served", lambda: cluster.admin.get(_SERVED).code == 200)
    cluster.kubectl("apply", "-k", str(folder))
    return Installed(overlay=folder, certificate=folder / "tls.crt", key=folder / "tls.key", ca=folder / "ca.crt")


def write_overlay(cluster: Cluster, overlay: str) -> Path:
    """An overlay on top of ours that brings the serving certificate, in the cluster's scratch folder."""
    folder = cluster.processes.folder / f"overlay-{overlay}"
    folder.mkdir()
    authority = Authority("lagzero-adapter-ca")
    pair = authority.issue_server([f"{SERVICE}.{NAMESPACE}.svc", "localhost"], ["127.0.0.1"])
    files = {"tls.crt": pair.certificate, "tls.key": pair.key, "ca.crt": authority.certificate}
    for name, text in files.items():
        (folder / name).write_bytes(text)
    secret = {"name": "lagzero-adapter-tls", "namespace": NAMESPACE, "files": list(files)}
    document = {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": [_relative(_MANIFESTS / "overlays" / overlay, folder)],
        "components": [_relative(_MANIFESTS / "components" / "given-certificate", folder)],
        "secretGenerator": [{**secret, "options": {"disableNameSuffixHash": True}}],
    }
    (folder / "kustomization.yaml").write_text(json.dumps(document))
    return folder


def lead_to(cluster: Cluster, port: int) -> None:
    """Let the adapter's Service and APIService lead to a port of this machine instead of to Pods."""
    cluster.kubectl("delete", "service", SERVICE, "--namespace", NAMESPACE)
    service: dict[str, Any] = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": SERVICE, "namespace": NAMESPACE},
        "spec": {"type": "ExternalName", "externalName": "127.0.0.1"},
    }
    cluster.kubectl.apply(service)
    patch = json.dumps({"spec": {"service": {"port": port}}})
    cluster.kubectl("patch", "apiservice", API_SERVICE, "--type=merge", "--patch", patch)


def is_available(cluster: Cluster) -> bool:
    """Whether the aggregator reaches the adapter."""
    path = f"/apis/apiregistration.k8s.io/v1/apiservices/{API_SERVICE}"
    conditions = cluster.admin.get(path).body.get("status", {}).get("conditions", [])
    return any(each["type"] == "Available" and each["status"] == "True" for each in conditions)


def _relative(target: Path, folder: Path) -> str:
    # kustomize takes no absolute paths.
    return os.path.relpath(target.resolve(), folder.resolve())
