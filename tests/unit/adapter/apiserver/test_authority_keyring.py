"""Claims about `adapter.apiserver.authority_keyring`."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adapter.apiserver.authority_keyring import Durations, Keyring, Retired, certificates_in
from tests.support.own_authorities import DURATIONS, NOW, authority, is_verified

_OLD, _NEW = authority(), authority()


def test_a_successor_is_trusted_before_it_signs() -> None:
    assert certificates_in(Keyring(current=_OLD).prepared(_NEW).bundle_pem) == (_OLD.certificate, _NEW.certificate)


def test_a_successor_that_took_over_signs_and_the_old_one_is_still_trusted() -> None:
    switched = Keyring(current=_OLD).prepared(_NEW).switched(NOW + DURATIONS.overlap)
    assert (switched.current, switched.following) == (_NEW, None)
    assert certificates_in(switched.bundle_pem) == (_NEW.certificate, _OLD.certificate)


def test_without_a_successor_nothing_takes_over() -> None:
    keyring = Keyring(current=_OLD)
    assert keyring.switched(NOW) == keyring


def test_an_old_one_goes_at_its_time_and_not_before() -> None:
    switched = Keyring(current=_OLD).prepared(_NEW).switched(NOW)
    assert switched.without_ended(NOW - timedelta(seconds=1)) is switched
    assert certificates_in(switched.without_ended(NOW).bundle_pem) == (_NEW.certificate,)


def test_no_step_of_a_rotation_leaves_a_certificate_of_the_step_before_unverified() -> None:
    steady = Keyring(current=_OLD)
    prepared = steady.prepared(_NEW)
    switched = prepared.switched(NOW + DURATIONS.overlap)
    by_old, by_new = (each.issue(("a.b.svc",), now=NOW, duration=DURATIONS.certificate) for each in (_OLD, _NEW))
    pairs = [(by_old, steady), (by_old, prepared), (by_old, switched), (by_new, prepared), (by_new, switched)]
    assert all(is_verified(serving, each.bundle_pem, at=NOW, host="a.b.svc") for serving, each in pairs)


def test_when_an_old_one_goes_nothing_that_it_signed_is_valid() -> None:
    last = _OLD.issue(("a.b.svc",), now=NOW, duration=DURATIONS.certificate)
    assert last.not_valid_after < NOW + DURATIONS.overlap


def test_certificates_that_do_not_end_a_line_are_still_told_apart() -> None:
    retired = Retired(certificate_pem=_OLD.certificate_pem.rstrip(), trusted_until=NOW)
    bundle = Keyring(current=_NEW, retired=(retired, retired)).bundle_pem
    assert len(certificates_in(bundle)) == 3


def test_a_bundle_that_cannot_be_read_holds_nothing() -> None:
    assert [certificates_in(bundle) for bundle in (b"", b"nonsense")] == [(), ()]


@pytest.mark.parametrize(
    ("certificate", "publication"),
    [(timedelta(days=7), timedelta(seconds=60)), (timedelta(seconds=20), timedelta(seconds=1))],
)
def test_a_bundle_is_published_for_a_minute_or_a_part_of_a_short_life(
    certificate: timedelta, publication: timedelta
) -> None:
    assert Durations(certificate=certificate).publication == publication
