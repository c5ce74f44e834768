"""What does a step make of the authorities? New ones are made here, which is why this isn't pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from adapter.apiserver.authority import Authority, AuthorityError, new_authority
from adapter.apiserver.authority_keyring import Durations, Keyring, Retired, certificates_in, pem_of
from adapter.apiserver.authority_plan import Make, Prepare, Refuse, Remake, Replace, Store

if TYPE_CHECKING:
    from datetime import datetime

    from adapter.apiserver.authority_plan import Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """Where authorities are made; `trusted_pem` is the bundle in the APIService, whoever wrote it."""

    now: datetime
    durations: Durations
    trusted_pem: bytes

    def result_of(self, step: Change) -> Keyring:
        """The keyring to store. Raises AuthorityError for a refusal."""
        match step:
            case Refuse():
                raise AuthorityError(step.reason)
            case Make():
                return Keyring(current=self._new(), retired=self._trusted_already())
            case Remake():
                return step.keyring if step.keyring.following is not None else step.keyring.prepared(self._new())
            case Replace():
                return replace(step.keyring, current=self._new(), following=None)
            case Prepare():
                return step.keyring.prepared(self._new())
            case Store():
                return step.keyring
            case _:
                assert_never(step)

    def _new(self) -> Authority:
        return new_authority(now=self.now, duration=self.durations.authority)

    def _trusted_already(self) -> tuple[Retired, ...]:
        # Other replicas may still serve by a certificate of another source, which has to be verified meanwhile.
        until = self.now + self.durations.overlap
        return tuple(
            Retired(certificate_pem=pem_of(each), trusted_until=min(until, each.not_valid_after_utc))
            for each in certificates_in(self.trusted_pem)
            if self.now < each.not_valid_after_utc
        )
