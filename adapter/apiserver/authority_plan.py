"""What is to be done about our authority at this time? One step at a time, decided from what is kept. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from adapter.apiserver.authority import Authority
    from adapter.apiserver.authority_keyring import Durations, Keyring


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    """There is no Secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unusable:
    """There is a Secret, and it isn't ours or is damaged."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A Secret of ours; somebody may have asked in it for another authority."""

    keyring: Keyring
    rotation_asked: bool = False


Seen = Absent | Unusable | Kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """All else that counts. `remembered` is what this process serves by, `published_for` how long it has seen the
    successor in the APIService's bundle without interruption; both None if there is no such thing.
    """

    now: datetime
    durations: Durations
    remembered: Keyring | None = None
    published_for: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Nothing: use what is kept."""

    keyring: Keyring


@dataclass(frozen=True, slots=True, kw_only=True)
class Make:
    """Make the first authority. Whom the APIService trusts already stays trusted for a while, for those who serve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remake:
    """Put back what this process serves by, for the Secret is gone; a successor is to come, as that asked for one."""

    keyring: Keyring


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace:
    """Begin anew at once: the authority has ended, so nobody can be verified as it is."""

    keyring: Keyring


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepare:
    """Make a successor, which is trusted from now on and signs later."""

    keyring: Keyring
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """Write this: the successor takes over, or authorities whose time is over go."""

    keyring: Keyring
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """Touch nothing; what is served stays as it is."""

    reason: str


Change = Make | Remake | Replace | Prepare | Store | Refuse
Step = Keep | Change


def plan(seen: Seen, circumstances: Circumstances) -> Step:
    """The next step. Every replica comes to the same one; which of them takes it, the Secret's version decides."""
    match seen:
        case Absent():
            remembered = circumstances.remembered
            usable = remembered is not None and circumstances.now < remembered.current.not_valid_after
            return Remake(keyring=remembered) if remembered is not None and usable else Make()
        case Unusable():
            return Refuse(reason=seen.reason)
        case Kept():
            return _next(seen, circumstances)
        case _:
            assert_never(seen)


def _next(kept: Kept, circumstances: Circumstances) -> Step:
    now, durations, keyring = circumstances.now, circumstances.durations, kept.keyring
    if now >= keyring.current.not_valid_after:
        return Replace(keyring=keyring.without_ended(now))
    if keyring.following is not None:
        published_for = circumstances.published_for
        if published_for is not None and published_for >= durations.publication:
            return Store(keyring=keyring.switched(now + durations.overlap), reason="the successor signs from now on")
    elif kept.rotation_asked:
        return Prepare(keyring=keyring, reason="asked for")
    elif now >= keyring.current.not_valid_after - durations.authority_renewal:
        return Prepare(keyring=keyring, reason="the authority ends before long")
    remaining = keyring.without_ended(now)
    if remaining is not keyring:
        return Store(keyring=remaining, reason="nothing is valid any more that old authorities signed")
    return Keep(keyring=keyring)


def reason_of(change: Change) -> str:
    """Why it is done, for the log."""
    match change:
        case Make():
            return "there was none"
        case Remake():
            return "its Secret was deleted"
        case Replace():
            return "the authority had ended"
        case Prepare() | Store() | Refuse():
            return change.reason
        case _:
            assert_never(change)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The serving certificate in use: by whom it was issued, and from when on it is to be renewed."""

    issuer: Authority
    renew_at: datetime


def needs_certificate(
    held: Held | None, current: Authority, *, now: datetime, published_for: timedelta | None, durations: Durations
) -> bool:
    """Whether a serving certificate is to be issued by `current`, seen in the APIService's bundle for `published_for`.

    A certificate that is good for a while isn't given up for an authority that API servers may not know yet.
    """
    if held is None or now >= held.renew_at:
        return True
    return held.issuer != current and published_for is not None and published_for >= durations.publication
