"""Which objects do the manifests hold? An overlay's resources as they are written, without what kustomize generates."""

from pathlib import Path
from typing import Any

import yaml

from tests.architecture.tree import ROOT

MANIFESTS = ROOT / "manifests"
OVERLAYS = ("sidecar", "split")
COMPONENTS = (
    "cert-manager",
    "external-metrics-api",
    "given-certificate",
    "monitoring",
    "monitoring-operator",
    "mounted-certificate",
    "other-kinds",
    "own-ca",
    "pod-deletion-cost",
)

Object = dict[str, Any]


def objects_of(folder: Path) -> list[Object]:
    """Every object of a kustomization's resources, those of its bases and components too."""
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))
    found: list[Object] = []
    for name in [*kustomization.get("resources", []), *kustomization.get("components", [])]:
        path = folder / name
        found += objects_of(path) if path.is_dir() else list(yaml.safe_load_all(path.read_text(encoding="utf-8")))
    return found


def of_kind(kind: str, objects: list[Object]) -> list[Object]:
    return [each for each in objects if each["kind"] == kind]


def name_of(each: Object) -> str:
    return str(each["metadata"]["name"])


def pod_spec(workload: Object) -> Object:
    spec: Object = workload["spec"]["template"]["spec"]
    return spec


def pod_labels(workload: Object) -> dict[str, str]:
    labels: dict[str, str] = workload["spec"]["template"]["metadata"]["labels"]
    return labels


def containers_of(objects: list[Object]) -> list[Object]:
    return [container for each in of_kind("Deployment", objects) for container in pod_spec(each)["containers"]]


def grants(role: Object) -> set[tuple[str, str, str]]:
    """Group, resource and verb of every single right that a role gives."""
    return {
        (group, resource, verb)
        for rule in role["rules"]
        for group in rule["apiGroups"]
        for resource in rule["resources"]
        for verb in rule["verbs"]
    }
