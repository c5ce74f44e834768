"""What a fresh cluster holds before anybody has posted anything."""

from collections.abc import Iterable
from pathlib import Path

import yaml

from e2e.sandbox.definitions import DEFINITION
from e2e.sandbox.documents import Document, encode
from e2e.sandbox.failures import StatusError
from e2e.sandbox.managed_fields import Writer
from e2e.sandbox.registry import Registry
from e2e.sandbox.state import Credentials
from e2e.sandbox.writes import Writes

_WRITER = Writer(manager="kube-apiserver")
_NAMESPACES = ("default", "kube-system", "kube-public", "kube-node-lease")


class DefinitionError(Exception):
    """A file of CustomResourceDefinitions that is none."""


def bootstrap(writes: Writes, registry: Registry, credentials: Credentials) -> None:
    """The namespaces, a default ServiceAccount in each, and what aggregated servers read at their start."""
    namespaces = registry.named("namespaces")
    for name in _NAMESPACES:
        writes.create(namespaces, "", {"metadata": {"name": name}}, _WRITER)
        writes.create(registry.named("serviceaccounts"), name, {"metadata": {"name": "default"}}, _WRITER)
    data = {
        "client-ca-file": credentials.cluster_authority.certificate.decode(),
        "requestheader-client-ca-file": credentials.front_proxy_authority.certificate.decode(),
        "requestheader-allowed-names": _list("front-proxy-client"),
        "requestheader-username-headers": _list("X-Remote-User"),
        "requestheader-group-headers": _list("X-Remote-Group"),
        "requestheader-extra-headers-prefix": _list("X-Remote-Extra-"),
        "requestheader-uid-headers": _list("X-Remote-Uid"),
    }
    document = {"metadata": {"name": "extension-apiserver-authentication"}, "data": data}
    writes.create(registry.named("configmaps"), "kube-system", document, _WRITER)


def post_definitions(writes: Writes, files: Iterable[Path]) -> None:
    """Every CustomResourceDefinition in files, and in the YAML files of folders; other objects are passed over.

    Raises DefinitionError, which names the file, for one that can't be read or served.
    """
    for file in files:
        for each in sorted(file.rglob("*.y*ml")) if file.is_dir() else [file]:
            try:
                _post(writes, each)
            except (OSError, yaml.YAMLError, StatusError) as error:
                raise DefinitionError(f"{each}: {error}") from error


def _post(writes: Writes, file: Path) -> None:
    for document in _definitions(file):
        writes.create(DEFINITION, "", document, _WRITER)


def _definitions(file: Path) -> list[Document]:
    documents = list(yaml.safe_load_all(file.read_text()))
    return [each for each in documents if isinstance(each, dict) and each.get("kind") == DEFINITION.kind]


def _list(name: str) -> str:
    return encode([name]).decode()
