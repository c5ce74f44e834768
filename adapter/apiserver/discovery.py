"""What does this API server have? The group, its one version, and one resource per metric.

Built from names that are already known: nothing here waits for anybody.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from adapter.apiserver.documents import Document
from adapter.apiserver.negotiation import Representation
from adapter.kube.external_metrics import GROUP, GROUP_VERSION, LIST_KIND, VERSION

# Hundreds of resources make every kubectl slow, and nobody needs the list: a metric that isn't in it can be read.
_LISTED_METRICS: Final = 100
# Clients complain about a group without resources at every command.
_PLACEHOLDER: Final = "externalmetrics"
_REMEMBERED: Final = 8


class _GroupVersion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    group_version: str = GROUP_VERSION
    version: str = VERSION


class _Group(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    name: str = GROUP
    versions: tuple[_GroupVersion, ...] = (_GroupVersion(),)
    preferred_version: _GroupVersion = _GroupVersion()


class _GroupList(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    kind: str = "APIGroupList"
    api_version: str = "v1"
    groups: tuple[_Group, ...] = (_Group(),)


class _NamedGroup(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    kind: str = "APIGroup"
    api_version: str = "v1"
    name: str = GROUP
    versions: tuple[_GroupVersion, ...] = (_GroupVersion(),)
    preferred_version: _GroupVersion = _GroupVersion()


class _Resource(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    name: str
    singular_name: str = ""
    namespaced: bool = True
    kind: str = LIST_KIND
    verbs: tuple[str, ...] = ("get",)


class _ResourceList(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    kind: str = "APIResourceList"
    api_version: str = "v1"
    group_version: str = GROUP_VERSION
    resources: tuple[_Resource, ...]


class _ResponseKind(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    group: str = GROUP
    version: str = VERSION
    kind: str = LIST_KIND


class _ResourceDiscovery(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    resource: str
    # client-go 0.26.0 to 0.26.3 panics without it.
    response_kind: _ResponseKind = _ResponseKind()
    scope: str = "Namespaced"
    singular_resource: str = ""
    verbs: tuple[str, ...] = ("get",)


class _VersionDiscovery(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    version: str = VERSION
    resources: tuple[_ResourceDiscovery, ...]
    freshness: str = "Current"


class _Named(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    name: str
    creation_timestamp: None = None


class _GroupDiscovery(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    metadata: _Named = _Named(name=GROUP)
    versions: tuple[_VersionDiscovery, ...]


class _GroupDiscoveryList(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    kind: str = "APIGroupDiscoveryList"
    api_version: str
    metadata: dict[str, str] = {}
    items: tuple[_GroupDiscovery, ...]


@lru_cache(maxsize=_REMEMBERED)
def groups(metrics: tuple[str, ...]) -> dict[Representation, Document]:
    """`/apis`: the group with its resources for those who ask for aggregated discovery, and its bare name."""
    return {
        Representation.DISCOVERY_V2: _aggregated(metrics, Representation.DISCOVERY_V2, "v2"),
        Representation.DISCOVERY_V2BETA1: _aggregated(metrics, Representation.DISCOVERY_V2BETA1, "v2beta1"),
        Representation.JSON: Document.of(_GroupList()),
    }


@lru_cache(maxsize=1)
def group() -> dict[Representation, Document]:
    """The group alone."""
    return {Representation.JSON: Document.of(_NamedGroup())}


@lru_cache(maxsize=_REMEMBERED)
def resources(metrics: tuple[str, ...]) -> dict[Representation, Document]:
    """The group's version: at least one resource, and at most a hundred."""
    listed = tuple(_Resource(name=name) for name in _listed(metrics))
    return {Representation.JSON: Document.of(_ResourceList(resources=listed))}


def _aggregated(metrics: tuple[str, ...], form: Representation, version: str) -> Document:
    listed = tuple(_ResourceDiscovery(resource=name) for name in _listed(metrics))
    found = _GroupDiscovery(versions=(_VersionDiscovery(resources=listed),))
    return Document.of(
        _GroupDiscoveryList(api_version=f"apidiscovery.k8s.io/{version}", items=(found,)), content_type=form.value
    )


def _listed(metrics: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(metrics)[:_LISTED_METRICS]) or (_PLACEHOLDER,)
