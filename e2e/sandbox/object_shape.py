"""What form metadata has to have, of whatever kind the object is: everything here relies on it."""

import msgspec

from e2e.sandbox.documents import Document
from e2e.sandbox.failures import bad_request


class _OwnerReference(msgspec.Struct, rename="camel"):
    kind: str
    name: str
    uid: str


class _Metadata(msgspec.Struct, rename="camel"):
    name: str | None = None
    generate_name: str | None = None
    namespace: str | None = None
    uid: str | None = None
    resource_version: str | None = None
    labels: dict[str, str] | None = None
    annotations: dict[str, str] | None = None
    finalizers: list[str] | None = None
    owner_references: list[_OwnerReference] | None = None


class _Object(msgspec.Struct):
    metadata: _Metadata | None = None


def check_shape(document: Document) -> None:
    """Raises 400 for metadata that no object can have."""
    try:
        msgspec.convert(document, _Object)
    except msgspec.ValidationError as error:
        raise bad_request(f"the object provided can't be decoded: {error}") from error
