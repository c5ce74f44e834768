"""What does discovery say on the wire? The versions of a group, and the resources of a version."""

from dataclasses import dataclass

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import NotFound


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovered:
    """One kind in one version; `plural` is its collection's name."""

    group: str
    version: str
    kind: str
    plural: str
    namespaced: bool
    has_scale: bool

    @property
    def api_version(self) -> str:
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def qualified(self) -> str:
        """As messages and the custom metrics API name it, such as `deployments.apps`."""
        return f"{self.plural}.{self.group}" if self.group else self.plural


class _ApiResource(msgspec.Struct, frozen=True):
    name: str
    kind: str = ""
    namespaced: bool = False


class _ApiResourceList(msgspec.Struct, frozen=True):
    resources: tuple[_ApiResource, ...] = ()


class _GroupVersion(msgspec.Struct, frozen=True):
    version: str = ""


class _ApiGroup(msgspec.Struct, rename="camel", frozen=True):
    versions: tuple[_GroupVersion, ...] = ()
    preferred_version: _GroupVersion = _GroupVersion()


async def versions_of(client: KubeClient, group: str) -> tuple[str, ...]:
    """The versions of a group that is served, the preferred one first; none if it isn't. Raises ApiError."""
    if not group:
        return ("v1",)
    try:
        found = await client.get(f"/apis/{group}", _ApiGroup)
    except NotFound:
        return ()
    preferred = found.preferred_version.version
    others = (each.version for each in found.versions if each.version != preferred)
    return (preferred, *others) if preferred else tuple(others)


async def kinds_of(client: KubeClient, group: str, version: str) -> tuple[Discovered, ...]:
    """Every kind of a version; none if it isn't served. Raises ApiError."""
    try:
        listed = await client.get(f"/apis/{group}/{version}" if group else f"/api/{version}", _ApiResourceList)
    except NotFound:
        return ()
    scaled = {each.name.removesuffix("/scale") for each in listed.resources if each.name.endswith("/scale")}
    return tuple(
        Discovered(
            group=group,
            version=version,
            kind=each.kind,
            plural=each.name,
            namespaced=each.namespaced,
            has_scale=each.name in scaled,
        )
        for each in listed.resources
        if "/" not in each.name
    )
