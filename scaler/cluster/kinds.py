"""What does the API call the objects of a kind? Discovery, asked once per group and version and again on a miss."""

from dataclasses import dataclass

import msgspec

from adapter.kube.client import KubeClient


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A kind's collection: its plural with the group behind it, as the custom metrics API names it."""

    qualified: str
    namespaced: bool


class UnknownKindError(Exception):
    """The API server serves no such kind."""


class _ApiResource(msgspec.Struct, frozen=True):
    name: str
    kind: str = ""
    namespaced: bool = False


class _ApiResourceList(msgspec.Struct, frozen=True):
    resources: tuple[_ApiResource, ...] = ()


class Kinds:
    """What discovery said so far."""

    def __init__(self, *, client: KubeClient) -> None:
        self._client = client
        self._known: dict[tuple[str, str], Resource] = {}

    async def resource(self, api_version: str, kind: str) -> Resource:
        """Raises UnknownKindError, or ApiError where discovery fails."""
        key = (api_version, kind)
        if key not in self._known:
            await self._discover(api_version)
        if key not in self._known:
            raise UnknownKindError(f'no matches for kind "{kind}" in version "{api_version}"')
        return self._known[key]

    async def _discover(self, api_version: str) -> None:
        group = api_version.partition("/")[0] if "/" in api_version else ""
        path = f"/apis/{api_version}" if group else f"/api/{api_version}"
        listed = await self._client.get(path, _ApiResourceList)
        for resource in listed.resources:
            if "/" not in resource.name:
                self._known[(api_version, resource.kind)] = Resource(
                    qualified=f"{resource.name}.{group}" if group else resource.name, namespaced=resource.namespaced
                )
