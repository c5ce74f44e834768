"""In which field does a custom kind keep its count? Its definition says; most say `.spec.replicas`."""

from typing import Final

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import Forbidden, NotFound
from scaler.cluster.discovered import Discovered

USUAL_PATH: Final = ("spec", "replicas")


class _Scale(msgspec.Struct, rename="camel", frozen=True):
    spec_replicas_path: str = ""


class _Subresources(msgspec.Struct, frozen=True):
    scale: _Scale = _Scale()


class _Version(msgspec.Struct, frozen=True):
    name: str = ""
    subresources: _Subresources = _Subresources()


class _Spec(msgspec.Struct, frozen=True):
    versions: tuple[_Version, ...] = ()


class _Definition(msgspec.Struct, frozen=True):
    spec: _Spec = _Spec()


def is_custom(kind: Discovered) -> bool:
    """Is it no kind of the API server's own? Those have groups without a dot, or none."""
    return "." in kind.group


async def replicas_path(client: KubeClient, kind: Discovered) -> tuple[str, ...]:
    """The path of the count in the kind's objects.

    The usual one where definitions may not be read, or the kind has none. Raises ApiError where reading fails.
    """
    if not is_custom(kind):
        return USUAL_PATH
    try:
        path = f"/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{kind.qualified}"
        definition = await client.get(path, _Definition)
    except (Forbidden, NotFound):
        return USUAL_PATH
    for version in definition.spec.versions:
        dotted = version.subresources.scale.spec_replicas_path
        if version.name == kind.version and dotted:
            return tuple(filter(None, dotted.split(".")))
    return USUAL_PATH
