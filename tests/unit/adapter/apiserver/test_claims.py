"""Claims about `adapter.apiserver.claims`: whom the headers of a front proxy name."""

from __future__ import annotations

from multidict import CIMultiDict

from adapter.apiserver.claims import Claims
from adapter.apiserver.identity import Identity, ProvenBy
from adapter.apiserver.trust import HeaderNames

_NAMES = HeaderNames(username=("X-Remote-User", "X-User"), uid=("X-Remote-Uid",))


def _identity(*headers: tuple[str, str]) -> Identity | None:
    return Claims(_NAMES).identity_of(CIMultiDict(headers))


def test_without_a_user_nobody_is_claimed() -> None:
    assert _identity(("X-Remote-Group", "system:masters"), ("X-Remote-User", "")) is None


def test_every_claim_is_read() -> None:
    expected = Identity(
        user="alice",
        groups=("a", "b"),
        uid="7",
        extra=(("acme.com/project", ("one", "two")),),
        proven_by=ProvenBy.FRONT_PROXY,
    )
    assert expected == _identity(
        ("X-Remote-User", "alice"),
        ("X-Remote-Group", "a"),
        ("X-Remote-Group", "b"),
        ("X-Remote-Group", "a"),
        ("X-Remote-Uid", "7"),
        ("X-Remote-Extra-Acme.com%2fproject", "one"),
        ("X-Remote-Extra-Acme.com%2Fproject", "two"),
        ("Accept", "*/*"),
    )


def test_the_first_header_name_that_has_a_user_counts() -> None:
    found = _identity(("X-User", "bob"), ("X-Remote-User", ""))
    assert found is not None
    assert found.user == "bob"


def test_names_of_headers_are_told_apart_by_letters_only() -> None:
    assert _identity(("x-remote-user", "alice")) == _identity(("X-REMOTE-USER", "alice"))


def test_the_same_claims_are_the_same_identity_whatever_else_is_sent() -> None:
    claims = Claims(_NAMES)
    first = claims.identity_of(CIMultiDict([("X-Remote-User", "alice"), ("Audit-Id", "1")]))
    second = claims.identity_of(CIMultiDict([("Audit-Id", "2"), ("X-Remote-User", "alice")]))
    assert first is second


def test_other_claims_are_another_identity() -> None:
    claims = Claims(_NAMES)
    alice = claims.identity_of(CIMultiDict([("X-Remote-User", "alice")]))
    master = claims.identity_of(CIMultiDict([("X-Remote-User", "alice"), ("X-Remote-Group", "system:masters")]))
    assert alice != master


def test_any_number_of_callers_and_headers_is_told_apart() -> None:
    claims = Claims(_NAMES)
    for number in range(1100):
        found = claims.identity_of(CIMultiDict([("X-Remote-User", f"user-{number}"), (f"X-{number}", "")]))
        assert found is not None
        assert found.user == f"user-{number}"
