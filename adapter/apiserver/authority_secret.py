"""In which form is our authority kept? As a Secret of a type of its own, by which we know that it is ours. Pure.

`ca.crt` is what a client has to trust, for whoever wants to call the adapter directly; it follows from the rest.
"""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Final

import msgspec

from adapter.apiserver.authority import Authority, AuthorityError
from adapter.apiserver.authority_keyring import Keyring, Retired, certificates_in
from adapter.apiserver.authority_plan import Absent, Kept, Seen, Unusable
from adapter.kube.meta import NamespacedName, ObjectMeta, format_time, parse_time

if TYPE_CHECKING:
    from collections.abc import Mapping

AUTHORITY_TYPE: Final = "lagzero.dev/serving-authority"
ROTATE_ANNOTATION: Final = "lagzero.dev/rotate-authority"

_BUNDLE, _CURRENT, _FOLLOWING, _RETIRED = "ca.crt", "tls", "next", "retired.json"
_LABELS: Final = {"app.kubernetes.io/part-of": "lagzero", "app.kubernetes.io/managed-by": "lagzero-adapter"}


class Secret(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """A Secret; `data` is base64. Its text never shows what is in it."""

    api_version: str = "v1"
    kind: str = "Secret"
    metadata: ObjectMeta
    type: str = "Opaque"
    data: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"Secret({self.metadata.key})"


class _RetiredEntry(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    certificate: str
    trusted_until: str


def authority_in(secret: Secret) -> Seen:
    """What a Secret keeps. One of another type is somebody else's, one that lacks a part is damaged, and an empty one
    is as good as none: so it can be brought along for a program that may not create any.
    """
    if secret.type != AUTHORITY_TYPE:
        return Unusable(
            reason=f"Secret {secret.metadata.key} is of type {secret.type or 'Opaque'}, not {AUTHORITY_TYPE}, so it is "
            "somebody else's: choose another name with --own-ca-secret"
        )
    if not secret.data:
        return Absent()
    try:
        keyring = _keyring(secret.data)
    except (AuthorityError, msgspec.DecodeError, ValueError) as error:
        return Unusable(
            reason=f"Secret {secret.metadata.key} is damaged ({error}): delete it, and a new authority takes its place"
        )
    return Kept(keyring=keyring, rotation_asked=ROTATE_ANNOTATION in secret.metadata.annotations)


def new_secret(key: NamespacedName, keyring: Keyring) -> Secret:
    """The Secret to create."""
    metadata = ObjectMeta(name=key.name, namespace=key.namespace, labels=_LABELS)
    return Secret(metadata=metadata, type=AUTHORITY_TYPE, data=_data(keyring))


def with_keyring(secret: Secret, keyring: Keyring) -> Secret:
    """The Secret as it is to be stored in place of `secret`, whose version it still has.

    A wish for a rotation goes once there is a successor.
    """
    annotations = dict(secret.metadata.annotations)
    if keyring.following is not None:
        annotations.pop(ROTATE_ANNOTATION, None)
    metadata = msgspec.structs.replace(secret.metadata, annotations=annotations)
    return msgspec.structs.replace(secret, metadata=metadata, data=_data(keyring))


def _data(keyring: Keyring) -> dict[str, str]:
    entries = [
        _RetiredEntry(certificate=each.certificate_pem.decode(), trusted_until=format_time(each.trusted_until))
        for each in keyring.retired
    ]
    data = {_BUNDLE: keyring.bundle_pem, **_pair(_CURRENT, keyring.current), _RETIRED: msgspec.json.encode(entries)}
    if keyring.following is not None:
        data |= _pair(_FOLLOWING, keyring.following)
    return {name: base64.b64encode(content).decode() for name, content in data.items()}


def _pair(name: str, authority: Authority) -> dict[str, bytes]:
    return {f"{name}.crt": authority.certificate_pem, f"{name}.key": authority.key_pem}


def _keyring(data: Mapping[str, str]) -> Keyring:
    following = _authority(data, _FOLLOWING) if f"{_FOLLOWING}.crt" in data else None
    entries = msgspec.json.decode(_content(data, _RETIRED), type=tuple[_RetiredEntry, ...])
    return Keyring(current=_authority(data, _CURRENT), following=following, retired=tuple(map(_retired, entries)))


def _authority(data: Mapping[str, str], name: str) -> Authority:
    certificate, key = _content(data, f"{name}.crt"), _content(data, f"{name}.key")
    try:
        return Authority.read(certificate, key)
    except AuthorityError as error:
        raise AuthorityError(f"{name}.crt and {name}.key: {error}") from error


def _retired(entry: _RetiredEntry) -> Retired:
    pem = entry.certificate.encode()
    if not certificates_in(pem):
        raise AuthorityError(f"{_RETIRED}: a certificate is not PEM")
    return Retired(certificate_pem=pem, trusted_until=parse_time(entry.trusted_until))


def _content(data: Mapping[str, str], name: str) -> bytes:
    if name not in data:
        raise AuthorityError(f"it lacks {name}")
    try:
        return base64.b64decode(data[name], validate=True)
    except binascii.Error as error:
        raise AuthorityError(f"{name} is not base64") from error
