"""Claims about `adapter.apiserver.authority_steps`."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from adapter.apiserver.authority import AuthorityError
from adapter.apiserver.authority_keyring import Retired, certificates_in
from adapter.apiserver.authority_plan import Make, Prepare, Refuse, Remake, Replace, Store
from adapter.apiserver.authority_steps import Workshop
from tests.support.authorities import LONG_AGO
from tests.support.authorities import Authority as OfOthers
from tests.support.own_authorities import DURATIONS, NOW, authority, keyring

_GIVEN = OfOthers("given")
_WORKSHOP = Workshop(now=NOW, durations=DURATIONS, trusted_pem=b"")
_STEADY = keyring()
_PREPARED = _STEADY.prepared(authority())


def test_the_first_is_valid_from_now_for_its_duration() -> None:
    assert _WORKSHOP.result_of(Make()).current.not_valid_after == NOW + DURATIONS.authority


def test_whom_the_api_server_trusts_already_stays_trusted_as_long_as_a_certificate_lives() -> None:
    made = replace(_WORKSHOP, trusted_pem=_GIVEN.pem).result_of(Make())
    assert made.retired == (Retired(certificate_pem=_GIVEN.pem, trusted_until=NOW + DURATIONS.overlap),)


def test_whoever_has_ended_is_not_trusted_on() -> None:
    ended = OfOthers("ended", validity=LONG_AGO)
    assert replace(_WORKSHOP, trusted_pem=ended.pem).result_of(Make()).retired == ()


def test_what_was_deleted_comes_back_with_a_successor() -> None:
    remade = _WORKSHOP.result_of(Remake(keyring=_STEADY))
    assert (remade.current, remade.following is None) == (_STEADY.current, False)


def test_what_was_deleted_in_a_rotation_comes_back_as_it_was() -> None:
    assert _WORKSHOP.result_of(Remake(keyring=_PREPARED)) == _PREPARED


def test_a_successor_is_beside_the_one_that_signs() -> None:
    prepared = _WORKSHOP.result_of(Prepare(keyring=_STEADY, reason=""))
    assert prepared.current == _STEADY.current
    assert len(certificates_in(prepared.bundle_pem)) == 2


def test_one_that_has_ended_is_replaced_at_once() -> None:
    replaced = _WORKSHOP.result_of(Replace(keyring=_PREPARED))
    assert replaced.current != _PREPARED.current
    assert replaced.following is None


def test_what_only_has_to_be_stored_is_stored() -> None:
    assert _WORKSHOP.result_of(Store(keyring=_PREPARED, reason="")) is _PREPARED


def test_a_refusal_is_an_error_with_its_reason() -> None:
    with pytest.raises(AuthorityError, match="torn"):
        _WORKSHOP.result_of(Refuse(reason="torn"))


def test_a_long_life_of_a_foreign_authority_is_cut_short() -> None:
    made = replace(_WORKSHOP, trusted_pem=_GIVEN.pem).result_of(Make())
    assert made.without_ended(NOW + DURATIONS.overlap + timedelta(seconds=1)).retired == ()
