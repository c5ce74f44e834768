"""Claims about `adapter.apiserver.discovery`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from adapter.apiserver import discovery
from adapter.apiserver.negotiation import Representation

if TYPE_CHECKING:
    from adapter.apiserver.documents import Document

_MANY = tuple(f"metric_{number:03}" for number in range(150))
_GROUP_VERSION = {"groupVersion": "external.metrics.k8s.io/v1beta1", "version": "v1beta1"}
_GROUP = {
    "name": "external.metrics.k8s.io",
    "versions": [_GROUP_VERSION],
    "preferredVersion": _GROUP_VERSION,
}


def _content(documents: dict[Representation, Document], form: Representation = Representation.JSON) -> object:
    return msgspec.json.decode(documents[form].body)


def _names(metrics: tuple[str, ...]) -> list[str]:
    listed = msgspec.convert(_content(discovery.resources(metrics)), type=_ResourceList)
    return [resource.name for resource in listed.resources]


class _Resource(msgspec.Struct):
    name: str


class _ResourceList(msgspec.Struct):
    resources: list[_Resource]


def test_the_group_is_listed() -> None:
    expected = {"kind": "APIGroupList", "apiVersion": "v1", "groups": [_GROUP]}
    assert expected == _content(discovery.groups(("lag",)))


def test_the_group_has_its_own_document() -> None:
    assert _content(discovery.group()) == {"kind": "APIGroup", "apiVersion": "v1", **_GROUP}


def test_a_metric_is_a_namespaced_resource_that_can_be_got() -> None:
    resource = {
        "name": "lag",
        "singularName": "",
        "namespaced": True,
        "kind": "ExternalMetricValueList",
        "verbs": ["get"],
    }
    expected = {
        "kind": "APIResourceList",
        "apiVersion": "v1",
        "groupVersion": "external.metrics.k8s.io/v1beta1",
        "resources": [resource],
    }
    assert expected == _content(discovery.resources(("lag",)))


def test_the_list_is_never_empty() -> None:
    assert _names(()) == ["externalmetrics"]


def test_the_list_ends_at_a_hundred_whatever_order_the_names_are_in() -> None:
    assert list(_MANY[:100]) == _names(tuple(reversed(_MANY)))


@pytest.mark.parametrize(
    ("form", "version"), [(Representation.DISCOVERY_V2, "v2"), (Representation.DISCOVERY_V2BETA1, "v2beta1")]
)
def test_aggregated_discovery_names_what_a_resource_answers_with(form: Representation, version: str) -> None:
    resource = {
        "resource": "lag",
        "responseKind": {
            "group": "external.metrics.k8s.io",
            "version": "v1beta1",
            "kind": "ExternalMetricValueList",
        },
        "scope": "Namespaced",
        "singularResource": "",
        "verbs": ["get"],
    }
    versions = [{"version": "v1beta1", "resources": [resource], "freshness": "Current"}]
    metadata = {"name": "external.metrics.k8s.io", "creationTimestamp": None}
    expected = {
        "kind": "APIGroupDiscoveryList",
        "apiVersion": f"apidiscovery.k8s.io/{version}",
        "metadata": {},
        "items": [{"metadata": metadata, "versions": versions}],
    }
    assert expected == _content(discovery.groups(("lag",)), form)


def test_new_names_make_a_new_tag() -> None:
    tags = {discovery.groups(names)[Representation.DISCOVERY_V2].tag for names in [("a",), ("b",), ("a",)]}
    assert len(tags) == 2
