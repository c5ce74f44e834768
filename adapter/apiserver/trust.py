"""Whose word about a caller is taken? The authorities, names and headers that authentication stands on.

Source: the ConfigMap kube-system/extension-apiserver-authentication (Kubernetes 1.37), or files of the same content.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import msgspec

from adapter.apiserver.client_certificates import Authorities, CertificateError

if TYPE_CHECKING:
    from collections.abc import Mapping

CONFIG_MAP_PATH: Final = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication"
CONFIG_MAP_NAME: Final = "ConfigMap kube-system/extension-apiserver-authentication"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderNames:
    """In which headers a front proxy says who is asking."""

    username: tuple[str, ...] = ("X-Remote-User",)
    group: tuple[str, ...] = ("X-Remote-Group",)
    extra_prefix: tuple[str, ...] = ("X-Remote-Extra-",)
    # Believed only where the cluster names it: Kubernetes before 1.33 lets a client send this header through.
    uid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontProxyTrust:
    """Who may speak for others: certificates of these authorities, by these names (none listed: by any name)."""

    authorities: Authorities = field(default_factory=Authorities)
    allowed_names: tuple[str, ...] = ()
    headers: HeaderNames = field(default_factory=HeaderNames)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientTrust:
    """Everything that client certificates are held against."""

    front_proxy: FrontProxyTrust = field(default_factory=FrontProxyTrust)
    clients: Authorities = field(default_factory=Authorities)

    @property
    def all_pem(self) -> bytes:
        """Every authority, for the TLS handshake, which can't tell them apart."""
        return b"\n".join(part for part in (self.front_proxy.authorities.pem, self.clients.pem) if part)

    @property
    def shares_an_authority(self) -> bool:
        """Whether a holder of an ordinary client certificate could be a front proxy, if its name is allowed."""
        return not set(self.front_proxy.authorities.certificates).isdisjoint(self.clients.certificates)


def trust_of_config_map(data: Mapping[str, str]) -> ClientTrust:
    """Read the ConfigMap; what it lacks is trusted in nobody. Raises CertificateError."""
    default = HeaderNames()
    return ClientTrust(
        front_proxy=FrontProxyTrust(
            authorities=_authorities(data, "requestheader-client-ca-file"),
            allowed_names=_strings(data, "requestheader-allowed-names", ()),
            headers=HeaderNames(
                username=_strings(data, "requestheader-username-headers", default.username),
                group=_strings(data, "requestheader-group-headers", default.group),
                extra_prefix=_strings(data, "requestheader-extra-headers-prefix", default.extra_prefix),
                uid=_strings(data, "requestheader-uid-headers", default.uid),
            ),
        ),
        clients=_authorities(data, "client-ca-file"),
    )


def _authorities(data: Mapping[str, str], key: str) -> Authorities:
    pem = data.get(key, "")
    return Authorities.read(pem.encode(), source=f"{CONFIG_MAP_NAME}, {key}") if pem.strip() else Authorities()


def _strings(data: Mapping[str, str], key: str, absent: tuple[str, ...]) -> tuple[str, ...]:
    if key not in data:
        return absent
    try:
        return msgspec.json.decode(data[key], type=tuple[str, ...])
    except msgspec.DecodeError as error:
        raise CertificateError(f"{CONFIG_MAP_NAME}, {key}: {error}; it must be a JSON list of strings") from error
