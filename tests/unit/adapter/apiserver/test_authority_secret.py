"""Claims about `adapter.apiserver.authority_secret`."""

from __future__ import annotations

import base64
from datetime import timedelta

import msgspec
import pytest

from adapter.apiserver.authority_keyring import Keyring, Retired
from adapter.apiserver.authority_plan import Absent, Kept, Unusable
from adapter.apiserver.authority_secret import (
    AUTHORITY_TYPE,
    ROTATE_ANNOTATION,
    Secret,
    authority_in,
    new_secret,
    with_keyring,
)
from adapter.kube.meta import ObjectMeta
from tests.support.own_authorities import NOW, OWN, authority, keyring

_OLD = Retired(certificate_pem=authority().certificate_pem, trusted_until=NOW + timedelta(days=1))
_FULL = Keyring(current=authority(), following=authority(), retired=(_OLD,))
_GOOD = new_secret(OWN.secret, _FULL)


@pytest.mark.parametrize("kept", [_FULL, keyring()], ids=["in a rotation", "steady"])
def test_what_is_written_is_read(kept: Keyring) -> None:
    assert Kept(keyring=kept) == authority_in(new_secret(OWN.secret, kept))


def test_a_client_finds_in_it_whom_to_trust() -> None:
    assert base64.b64decode(_GOOD.data["ca.crt"]) == _FULL.bundle_pem


def test_a_rotation_is_asked_for_by_an_annotation() -> None:
    seen = authority_in(_annotated({ROTATE_ANNOTATION: "now"}))
    assert isinstance(seen, Kept)
    assert seen.rotation_asked


def test_a_wish_is_taken_away_with_the_successor_it_asked_for() -> None:
    stored = with_keyring(_annotated({ROTATE_ANNOTATION: "", "other": "kept"}), _FULL)
    assert stored.metadata.annotations == {"other": "kept"}


def test_a_wish_stays_until_there_is_a_successor() -> None:
    stored = with_keyring(_annotated({ROTATE_ANNOTATION: ""}), keyring())
    assert ROTATE_ANNOTATION in stored.metadata.annotations


def test_what_is_stored_has_the_version_that_was_read() -> None:
    read = msgspec.structs.replace(_GOOD, metadata=ObjectMeta(name="a", namespace="b", resource_version="7"))
    assert with_keyring(read, keyring()).metadata.resource_version == "7"


def test_a_secret_of_another_type_is_somebody_elses() -> None:
    seen = authority_in(msgspec.structs.replace(_GOOD, type="kubernetes.io/tls"))
    assert isinstance(seen, Unusable)
    assert "lagzero-system/lagzero-ca is of type kubernetes.io/tls" in seen.reason


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"tls.crt": None}, "it lacks tls.crt"),
        ({"tls.key": None}, "it lacks tls.key"),
        ({"next.key": None}, "it lacks next.key"),
        ({"retired.json": None}, "it lacks retired.json"),
        ({"tls.crt": b"nonsense"}, "tls.crt and tls.key: the certificate is not PEM"),
        ({"tls.key": b"nonsense"}, "tls.crt and tls.key: the private key is not an unencrypted PEM key"),
        ({"next.key": authority().key_pem}, "next.crt and next.key: the private key does not belong"),
        ({"retired.json": b"nonsense"}, "malformed"),
        ({"retired.json": b"\xff"}, "damaged"),
        ({"retired.json": b'[{"certificate": "x", "trustedUntil": "2030-01-01T00:00:00Z"}]'}, "not PEM"),
        ({"retired.json": b'[{"certificate": "x", "trustedUntil": 5}]'}, "trustedUntil"),
    ],
)
def test_a_damaged_one_is_told_with_what_is_wrong_and_what_to_do(
    changed: dict[str, bytes | None], complaint: str
) -> None:
    data = dict(_GOOD.data)
    for name, content in changed.items():
        data.pop(name, None)
        data |= {} if content is None else {name: base64.b64encode(content).decode()}
    seen = authority_in(msgspec.structs.replace(_GOOD, data=data))
    assert isinstance(seen, Unusable)
    assert complaint in seen.reason
    assert seen.reason.endswith("delete it, and a new authority takes its place")


def test_a_part_that_is_not_base64_is_told() -> None:
    seen = authority_in(msgspec.structs.replace(_GOOD, data={**_GOOD.data, "tls.crt": "%"}))
    assert isinstance(seen, Unusable)
    assert "tls.crt is not base64" in seen.reason


def test_a_time_that_is_none_is_told() -> None:
    entry = [{"certificate": _OLD.certificate_pem.decode(), "trustedUntil": "soon"}]
    data = {**_GOOD.data, "retired.json": base64.b64encode(msgspec.json.encode(entry)).decode()}
    seen = authority_in(msgspec.structs.replace(_GOOD, data=data))
    assert isinstance(seen, Unusable)
    assert "'soon' is not a time" in seen.reason


def test_an_empty_one_is_as_good_as_none() -> None:
    assert authority_in(msgspec.structs.replace(_GOOD, data={})) == Absent()


def test_its_content_is_not_shown() -> None:
    assert f"{_GOOD!r}" == "Secret(lagzero-system/lagzero-ca)"


def test_it_is_marked_as_ours() -> None:
    assert (_GOOD.type, _GOOD.metadata.labels["app.kubernetes.io/managed-by"]) == (AUTHORITY_TYPE, "lagzero-adapter")


def _annotated(annotations: dict[str, str]) -> Secret:
    metadata = msgspec.structs.replace(_GOOD.metadata, annotations=annotations)
    return msgspec.structs.replace(_GOOD, metadata=metadata)
