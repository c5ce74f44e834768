"""Who keeps our authority? Each replica, in turns: it reads what is there, takes the next step, and serves by it.

A turn reads the APIService first and the Secret after it, both anew. So the bundle that it writes is never older than
the one it replaces, and what it issues is by the authority that signs at that moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from adapter.apiserver.authority_keyring import certificates_in
from adapter.apiserver.authority_plan import Circumstances, Held, Keep, Kept, needs_certificate, plan, reason_of
from adapter.apiserver.authority_steps import Workshop
from adapter.apiserver.authority_store import AuthorityStore
from adapter.apiserver.registration import ApiService, Publications, publish, read_api_service
from adapter.kube.errors import ApiError, Conflict

if TYPE_CHECKING:
    from adapter.apiserver.authority_keyring import Keyring
    from adapter.apiserver.authority_metrics import AuthorityMetrics
    from adapter.apiserver.authority_settings import OwnAuthority
    from adapter.apiserver.serving_certificates import ServingCertificate
    from adapter.kube.client import KubeClient
    from adapter.process.clock import Clock

_ATTEMPTS: Final = 8

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Serving:
    certificate: ServingCertificate
    held: Held


class AuthorityKeeper:
    """One replica's part. Turns never overlap: whoever calls `load` waits for its end before calling it again."""

    def __init__(self, *, client: KubeClient, own: OwnAuthority, clock: Clock, metrics: AuthorityMetrics) -> None:
        self._client = client
        self._own = own
        self._clock = clock
        self._metrics = metrics
        self._store = AuthorityStore(client, own.secret)
        self._publications = Publications(clock)
        self._keyring: Keyring | None = None
        self._serving: _Serving | None = None
        self._warned = ""
        self._is_published = False

    @property
    def is_published(self) -> bool:
        """Whether API servers were told by whom to verify us, at least once."""
        return self._is_published

    async def load(self) -> ServingCertificate:
        """Take a turn; the certificate to serve by from now on.

        Raises AuthorityError for a Secret that can't be used, and ApiError. A lost race is no error: it is read again.
        """
        attempts = _ATTEMPTS
        while True:
            try:
                return await self._turn()
            except Conflict:
                attempts -= 1
                if not attempts:
                    raise

    async def _turn(self) -> ServingCertificate:
        api_service = await read_api_service(self._client, self._own.api_service)
        self._publications.saw(api_service)
        self._warn(_warning(api_service, self._own))
        keyring = await self._kept(api_service)
        self._metrics.signing_until(keyring.current.not_valid_after)
        if api_service is not None and api_service.bundle_pem != keyring.bundle_pem:
            await self._publish(api_service, keyring)
        if self._publications.duration_of(keyring.current.certificate) is not None:
            self._is_published = True
        self._keyring = keyring
        return self._certificate(keyring)

    async def _kept(self, api_service: ApiService | None) -> Keyring:
        """The keyring to go by, after the next step was taken."""
        seen, now = await self._store.read(), self._clock.now()
        following = seen.keyring.following if isinstance(seen, Kept) else None
        circumstances = Circumstances(
            now=now,
            durations=self._own.durations,
            remembered=self._keyring,
            published_for=None if following is None else self._publications.duration_of(following.certificate),
        )
        step = plan(seen, circumstances)
        if isinstance(step, Keep):
            return step.keyring
        trusted = b"" if api_service is None else api_service.bundle_pem
        keyring = Workshop(now=now, durations=self._own.durations, trusted_pem=trusted).result_of(step)
        await self._store.write(keyring)
        self._metrics.took(type(step).__name__.lower())
        log.info("own authority changed", secret=str(self._own.secret), reason=reason_of(step))
        return keyring

    async def _publish(self, api_service: ApiService, keyring: Keyring) -> None:
        try:
            self._publications.saw(await publish(self._client, api_service, keyring.bundle_pem))
        except Conflict:
            raise
        except ApiError as error:
            # Those who were told once go on verifying us, so a certificate that is due must not wait for this.
            if not self._is_published:
                raise
            self._warn(f"the bundle can't be published: {error}")
            return
        self._metrics.took("publish")
        authorities = len(certificates_in(keyring.bundle_pem))
        log.info("bundle published", api_service=self._own.api_service, authorities=authorities)

    def _certificate(self, keyring: Keyring) -> ServingCertificate:
        now, durations, current = self._clock.now(), self._own.durations, keyring.current
        published_for = self._publications.duration_of(current.certificate)
        held = None if self._serving is None else self._serving.held
        if self._serving is None or needs_certificate(
            held, current, now=now, published_for=published_for, durations=durations
        ):
            certificate = current.issue(self._own.names, now=now, duration=durations.certificate)
            renew_at = now + (certificate.not_valid_after - now) * 2 / 3
            self._serving = _Serving(certificate=certificate, held=Held(issuer=current, renew_at=renew_at))
            self._metrics.took("issue")
            log.info("serving certificate issued", names=self._own.names, until=certificate.not_valid_after.isoformat())
        return self._serving.certificate

    def _warn(self, warning: str) -> None:
        if warning and warning != self._warned:
            log.warning("the APIService isn't as it should be", reason=warning, api_service=self._own.api_service)
        self._warned = warning


def _warning(api_service: ApiService | None, own: OwnAuthority) -> str:
    if api_service is None:
        return "there is none, so nobody is told by whom to verify us"
    called = api_service.spec.service
    if called is None or (called.namespace, called.name) != (own.service.namespace, own.service.name):
        return f"it doesn't lead to the Service {own.service}, for which our certificate is"
    return ""
