"""Which kinds are served right now: the built-in ones and those of custom resource definitions."""

from collections.abc import Iterable

from e2e.sandbox.resources import ResourceType


class Registry:
    """The kinds by group, version and plural; one version of each."""

    def __init__(self, types: Iterable[ResourceType]) -> None:
        self._types = {(kind.group, kind.version, kind.resource): kind for kind in types}

    def add(self, kind: ResourceType) -> None:
        """Serves a kind, in place of one of the same plural and group."""
        self.remove(kind.group, kind.resource)
        self._types[kind.group, kind.version, kind.resource] = kind

    def remove(self, group: str, resource: str) -> None:
        for name in [name for name in self._types if (name[0], name[2]) == (group, resource)]:
            del self._types[name]

    def find(self, group: str, version: str, resource: str) -> ResourceType | None:
        return self._types.get((group, version, resource))

    def named(self, qualified: str) -> ResourceType:
        """The kind that messages call `qualified`; a name that nobody serves is the caller's bug."""
        return next(kind for kind in self._types.values() if kind.qualified == qualified)

    def all(self) -> list[ResourceType]:
        return list(self._types.values())

    def versions(self) -> dict[str, list[str]]:
        """The served versions of each group, "" being the core group."""
        found: dict[str, list[str]] = {}
        for group, version, _ in self._types:
            versions = found.setdefault(group, [])
            if version not in versions:
                versions.append(version)
        return found
