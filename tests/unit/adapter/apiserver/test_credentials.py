"""Claims about `adapter.apiserver.credentials`."""

from __future__ import annotations

import pytest
from multidict import CIMultiDict
from structlog.testing import capture_logs

from adapter.apiserver.authentication import Authentication, Evidence, NoTokens
from adapter.apiserver.client_certificates import Authorities, CertificateError
from adapter.apiserver.credentials import LiveCredentials, warn_of_shared_authority
from adapter.apiserver.identity import Identity
from adapter.apiserver.serving_certificates import ServingCertificate, serving_certificate_of
from adapter.apiserver.telemetry import Telemetry
from adapter.apiserver.trust import ClientTrust, FrontProxyTrust
from tests.support.authorities import AGES, Authority, Validity
from tests.support.clock import ManualClock

_CA = Authority("ca")


def _trust(authority: Authority, *, names: tuple[str, ...] = ()) -> ClientTrust:
    authorities = Authorities.read(authority.pem, source="test")
    return ClientTrust(front_proxy=FrontProxyTrust(authorities=authorities, allowed_names=names))


def _serving(validity: Validity = AGES) -> ServingCertificate:
    issued = _CA.server("localhost", validity=validity)
    return serving_certificate_of(issued.certificate_pem, issued.key_pem, source="test")


class Live:
    """Credentials in use, and what they are used by."""

    def __init__(self) -> None:
        self.authentication = Authentication(trust=ClientTrust(), tokens=NoTokens(), clock=ManualClock())
        self.telemetry = Telemetry()
        self.credentials = LiveCredentials(
            serving=_serving(), trust=ClientTrust(), authentication=self.authentication, telemetry=self.telemetry
        )

    async def believes(self, authority: Authority) -> bool:
        proxy = Evidence(
            certificate_der=authority.client("proxy").der, headers=CIMultiDict({"X-Remote-User": "somebody"})
        )
        return isinstance(await self.authentication.identify(proxy), Identity)


async def test_changed_trust_reaches_authentication() -> None:
    live = Live()
    live.credentials.trust_changed(_trust(_CA))
    assert await live.believes(_CA)


def test_a_changed_certificate_tells_until_when_it_is_valid() -> None:
    live, end = Live(), AGES.start.replace(year=2050)
    live.credentials.serving_changed(_serving(Validity(end=end)))
    name = "lagzero_adapter_serving_certificate_expiry_timestamp_seconds"
    assert end.timestamp() == live.telemetry.registry.get_sample_value(name)


async def test_trust_that_openssl_refuses_reaches_nobody() -> None:
    live = Live()
    broken = FrontProxyTrust(authorities=Authorities(certificates=(), pem=b"nonsense"))
    with pytest.raises(CertificateError):
        live.credentials.trust_changed(ClientTrust(front_proxy=broken))
    assert not await live.believes(_CA)


def test_a_change_of_one_half_keeps_the_other() -> None:
    live = Live()
    live.credentials.trust_changed(_trust(_CA))
    live.credentials.serving_changed(_serving())
    assert len(live.credentials.tls._newest.get_ca_certs()) == 1


@pytest.mark.parametrize(("names", "warnings"), [((), 1), (("proxy",), 0)])
def test_an_authority_of_both_kinds_is_warned_of_when_any_name_goes(names: tuple[str, ...], warnings: int) -> None:
    front_proxy = _trust(_CA, names=names).front_proxy
    with capture_logs() as logs:
        warn_of_shared_authority(ClientTrust(front_proxy=front_proxy, clients=front_proxy.authorities))
    assert warnings == len(logs)
