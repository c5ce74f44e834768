"""What the sandbox knows about one kind of object, and the names it answers to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalePaths:
    """Where the scale subresource of a kind finds its numbers; `selector` is empty for a kind without one."""

    spec_replicas: tuple[str, ...] = ("spec", "replicas")
    status_replicas: tuple[str, ...] = ("status", "replicas")
    selector: tuple[str, ...] = ("spec", "selector")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListShapes:
    """Which lists are maps in disguise: their items are told apart by some fields, all other lists are one value.

    `by_path` is for kinds with a schema, `by_name` for the others, whose lists of one name have one shape everywhere.
    """

    by_path: Mapping[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    by_name: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def keys_at(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """The fields that tell the items of the list at `path` apart, empty for a list that is one value."""
        return self.by_path.get(path) or (self.by_name.get(path[-1], ()) if path else ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of the table that kubectl prints; `path` is a JSONPath without braces."""

    name: str
    type: str
    path: str
    priority: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ResourceType:
    """One kind of object as the API serves it. `schema` is an OpenAPI v3 schema, only custom resources have one."""

    group: str
    version: str
    resource: str
    singular: str
    kind: str
    namespaced: bool = True
    short_names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    has_status: bool = False
    has_generation: bool = False
    custom: bool = False
    scale: ScalePaths | None = None
    unconditional_update: bool = True
    schema: Mapping[str, Any] | None = None
    lists: ListShapes = field(default_factory=ListShapes)
    columns: tuple[Column, ...] = ()
    field_labels: tuple[str, ...] = ()

    @property
    def api_version(self) -> str:
        """As objects write it: apps/v1, v1."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def qualified(self) -> str:
        """As messages write it, unique over all kinds: deployments.apps, pods."""
        return f"{self.resource}.{self.group}" if self.group else self.resource

    @property
    def qualified_kind(self) -> str:
        """As messages about invalid objects write it: Deployment.apps, Pod."""
        return f"{self.kind}.{self.group}" if self.group else self.kind
