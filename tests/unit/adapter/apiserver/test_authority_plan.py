"""Claims about `adapter.apiserver.authority_plan`: every branch, one row each."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from adapter.apiserver.authority_keyring import Keyring, Retired
from adapter.apiserver.authority_plan import (
    Absent,
    Change,
    Circumstances,
    Held,
    Keep,
    Kept,
    Make,
    Prepare,
    Refuse,
    Remake,
    Replace,
    Seen,
    Step,
    Store,
    Unusable,
    needs_certificate,
    plan,
    reason_of,
)
from tests.support.own_authorities import DURATIONS, NOW, authority, keyring

_STEADY = keyring()
_PREPARED = _STEADY.prepared(authority())
_ENDED = Keyring(current=authority(duration=timedelta(days=1)))
_OLD = Retired(certificate_pem=authority().certificate_pem, trusted_until=NOW)
_WITH_OLD = replace(_STEADY, retired=(_OLD,))
_THEN = Circumstances(now=NOW, durations=DURATIONS)
_RENEWAL = _STEADY.current.not_valid_after - DURATIONS.authority_renewal
_SECOND = timedelta(seconds=1)


def _at(*, seconds: float = 0.0, published: timedelta | None = None) -> Circumstances:
    return replace(_THEN, now=NOW + timedelta(seconds=seconds), published_for=published)


@pytest.mark.parametrize(
    ("seen", "then", "step"),
    [
        pytest.param(Absent(), _THEN, Make(), id="the first start makes one"),
        pytest.param(
            Absent(), replace(_THEN, remembered=_STEADY), Remake(keyring=_STEADY), id="a deleted one is remade"
        ),
        pytest.param(
            Absent(),
            replace(_THEN, now=NOW + timedelta(days=2), remembered=_ENDED),
            Make(),
            id="a deleted one that had ended is not",
        ),
        pytest.param(Unusable(reason="torn"), _THEN, Refuse(reason="torn"), id="what can't be used is left alone"),
        pytest.param(Kept(keyring=_STEADY), _THEN, Keep(keyring=_STEADY), id="a good one is kept"),
        pytest.param(
            Kept(keyring=_ENDED),
            replace(_THEN, now=_ENDED.current.not_valid_after),
            Replace(keyring=_ENDED),
            id="one that has ended is replaced at once",
        ),
        pytest.param(
            Kept(keyring=_STEADY, rotation_asked=True),
            _THEN,
            Prepare(keyring=_STEADY, reason="asked for"),
            id="a wish is granted",
        ),
        pytest.param(
            Kept(keyring=_STEADY),
            replace(_THEN, now=_RENEWAL - _SECOND),
            Keep(keyring=_STEADY),
            id="no successor before it's time",
        ),
        pytest.param(
            Kept(keyring=_STEADY),
            replace(_THEN, now=_RENEWAL),
            Prepare(keyring=_STEADY, reason="the authority ends before long"),
            id="a successor long before the end",
        ),
        pytest.param(
            Kept(keyring=_PREPARED), _at(published=None), Keep(keyring=_PREPARED), id="an unpublished successor waits"
        ),
        pytest.param(
            Kept(keyring=_PREPARED),
            _at(published=DURATIONS.publication - _SECOND),
            Keep(keyring=_PREPARED),
            id="a successor waits until API servers know it",
        ),
        pytest.param(
            Kept(keyring=_PREPARED),
            _at(published=DURATIONS.publication),
            Store(keyring=_PREPARED.switched(NOW + DURATIONS.overlap), reason="the successor signs from now on"),
            id="a known successor takes over",
        ),
        pytest.param(
            Kept(keyring=_PREPARED, rotation_asked=True),
            _THEN,
            Keep(keyring=_PREPARED),
            id="a wish during a rotation waits for its end",
        ),
        pytest.param(
            Kept(keyring=_WITH_OLD), _at(seconds=-1), Keep(keyring=_WITH_OLD), id="an old one is trusted for its time"
        ),
        pytest.param(
            Kept(keyring=_WITH_OLD),
            _THEN,
            Store(keyring=_STEADY, reason="nothing is valid any more that old authorities signed"),
            id="an old one goes after its time",
        ),
    ],
)
def test_the_next_step(seen: Seen, then: Circumstances, step: Step) -> None:
    assert step == plan(seen, then)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (Make(), "there was none"),
        (Remake(keyring=_STEADY), "its Secret was deleted"),
        (Replace(keyring=_STEADY), "the authority had ended"),
        (Prepare(keyring=_STEADY, reason="asked for"), "asked for"),
    ],
)
def test_every_change_has_a_reason(change: Change, reason: str) -> None:
    assert reason == reason_of(change)


_HELD = Held(issuer=_STEADY.current, renew_at=NOW + timedelta(days=1))


@pytest.mark.parametrize(
    ("held", "seconds", "published", "needed"),
    [
        pytest.param(None, 0, None, True, id="none yet"),
        pytest.param(_HELD, 0, DURATIONS.publication, False, id="a good one"),
        pytest.param(_HELD, 86400, None, True, id="one whose time has come"),
        pytest.param(replace(_HELD, issuer=authority()), 0, None, False, id="not by an authority nobody was told of"),
        pytest.param(replace(_HELD, issuer=authority()), 0, timedelta(), False, id="not by one just published"),
        pytest.param(replace(_HELD, issuer=authority()), 0, DURATIONS.publication, True, id="by one that is known"),
        pytest.param(replace(_HELD, issuer=authority()), 86400, None, True, id="by whomever, when the old one ends"),
    ],
)
def test_when_a_certificate_is_issued(
    held: Held | None, seconds: float, published: timedelta | None, *, needed: bool
) -> None:
    now = NOW + timedelta(seconds=seconds)
    assert needed == needs_certificate(held, _STEADY.current, now=now, published_for=published, durations=DURATIONS)
