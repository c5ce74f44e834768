"""Which objects a URL path is about."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourcePath:
    """A path below /api/v1 or /apis/GROUP/VERSION; everything that the path leaves out is empty."""

    group: str
    version: str
    namespace: str = ""
    resource: str = ""
    name: str = ""
    subresource: str = ""


def parse(path: str) -> ResourcePath | None:
    """The meaning of a path, None when it can't be one of a resource or of its group-version."""
    match path.strip("/").split("/"):
        case ["api", version, *rest]:
            return _below("", version, rest)
        case ["apis", group, version, *rest]:
            return _below(group, version, rest)
        case _:
            return None


def _below(group: str, version: str, rest: list[str]) -> ResourcePath | None:
    match rest:
        case []:
            return ResourcePath(group=group, version=version)
        case ["namespaces", namespace, resource, *more] if (group, resource) not in {("", "status"), ("", "finalize")}:
            return _named(ResourcePath(group=group, version=version, namespace=namespace, resource=resource), more)
        case [resource, *more]:
            return _named(ResourcePath(group=group, version=version, resource=resource), more)
        case _:
            return None


def _named(collection: ResourcePath, more: list[str]) -> ResourcePath | None:
    if len(more) > 2:
        return None
    name, subresource = [*more, "", ""][:2]
    return ResourcePath(
        group=collection.group,
        version=collection.version,
        namespace=collection.namespace,
        resource=collection.resource,
        name=name,
        subresource=subresource,
    )
