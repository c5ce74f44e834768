"""What the discovery paths answer: versions, groups and resources."""

from e2e.sandbox.documents import Document
from e2e.sandbox.registry import Registry
from e2e.sandbox.resources import ResourceType

_VERSION: Document = {
    "major": "1",
    "minor": "36",
    "gitVersion": "v1.36.0+sandbox",
    "gitCommit": "",
    "gitTreeState": "",
    "buildDate": "1970-01-01T00:00:00Z",
    "goVersion": "",
    "compiler": "",
    "platform": "linux/amd64",
}
_CORE_VERSIONS: Document = {"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": []}
_OPENAPI_V2: Document = {"swagger": "2.0", "info": {"title": "sandbox", "version": "v1.36.0"}, "paths": {}}
_FIXED = {"/version": _VERSION, "/api": _CORE_VERSIONS, "/openapi/v2": _OPENAPI_V2}
_VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"]
_REVIEWS = {
    ("authentication.k8s.io", "v1"): [("tokenreviews", "TokenReview")],
    ("authorization.k8s.io", "v1"): [
        ("subjectaccessreviews", "SubjectAccessReview"),
        ("selfsubjectaccessreviews", "SelfSubjectAccessReview"),
    ],
}


def discovered(path: str, registry: Registry, aggregated: list[tuple[str, str]]) -> Document | None:
    """What a path is answered by discovery, None for a path that isn't one, or names what nobody serves.

    `aggregated` are the group-versions of APIServices: they are listed here, but describe themselves.
    """
    match path.split("/")[1:]:
        case ["apis"]:
            return _group_list(registry, aggregated)
        case ["apis", group]:
            return _group(registry, aggregated, group)
        case ["api", version]:
            return _resource_list(registry, "", version)
        case ["apis", group, version] if (group, version) not in aggregated:
            return _resource_list(registry, group, version)
        case _:
            return _FIXED.get(path)


def _group_list(registry: Registry, aggregated: list[tuple[str, str]]) -> Document:
    versions = {group: found for group, found in registry.versions().items() if group}
    for group, version in [*_REVIEWS, *aggregated]:
        versions.setdefault(group, []).append(version)
    return {
        "kind": "APIGroupList",
        "apiVersion": "v1",
        "groups": [_described(*item) for item in sorted(versions.items())],
    }


def _group(registry: Registry, aggregated: list[tuple[str, str]], name: str) -> Document | None:
    groups = _group_list(registry, aggregated)["groups"]
    found = next((each for each in groups if each["name"] == name), None)
    return None if found is None else {"kind": "APIGroup", "apiVersion": "v1", **found}


def _resource_list(registry: Registry, group: str, version: str) -> Document | None:
    types = [kind for kind in registry.all() if (kind.group, kind.version) == (group, version)]
    entries = [entry for kind in types for entry in _entries(kind)]
    entries += [_review(name, kind) for name, kind in _REVIEWS.get((group, version), [])]
    if not entries:
        return None
    named = f"{group}/{version}" if group else version
    return {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": named, "resources": entries}


def _described(name: str, versions: list[str]) -> Document:
    shown = [{"groupVersion": f"{name}/{version}", "version": version} for version in versions]
    return {"name": name, "versions": shown, "preferredVersion": shown[0]}


def _entries(kind: ResourceType) -> list[Document]:
    entry: Document = {
        "name": kind.resource,
        "singularName": kind.singular,
        "namespaced": kind.namespaced,
        "kind": kind.kind,
        "verbs": _VERBS,
    }
    if kind.short_names:
        entry["shortNames"] = list(kind.short_names)
    if kind.categories:
        entry["categories"] = list(kind.categories)
    entries = [entry]
    below = {"singularName": "", "namespaced": kind.namespaced, "verbs": ["get", "patch", "update"]}
    if kind.scale is not None:
        scale = {"group": "autoscaling", "version": "v1", "kind": "Scale"}
        entries.append({"name": f"{kind.resource}/scale", **scale, **below})
    if kind.has_status:
        entries.append({"name": f"{kind.resource}/status", "kind": kind.kind, **below})
    return entries


def _review(name: str, kind: str) -> Document:
    return {"name": name, "singularName": "", "namespaced": False, "kind": kind, "verbs": ["create"]}
