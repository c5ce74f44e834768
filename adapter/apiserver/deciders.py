"""Who decides about callers? The cluster, or without one the files alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from adapter.apiserver.authentication import NoTokens
from adapter.apiserver.authorization import FrontProxyOnly
from adapter.apiserver.reviews import ClusterAccess, ClusterTokens
from adapter.apiserver.trust_sources import ClusterTrust, StandaloneTrust

if TYPE_CHECKING:
    from adapter.apiserver.authentication import TokenAuthority
    from adapter.apiserver.authorization import AccessReviews
    from adapter.apiserver.credential_files import TrustFiles
    from adapter.kube.client import KubeClient

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deciders:
    """Whose certificates count, whose a token is, and what its owner may."""

    trust: ClusterTrust | StandaloneTrust
    tokens: TokenAuthority
    reviews: AccessReviews


def deciders_of(files: TrustFiles, client: KubeClient | None) -> Deciders:
    """Those of the client's cluster, which files overrule; without a client the files alone, of which the log warns."""
    if client is not None:
        return Deciders(trust=ClusterTrust(files, client), tokens=ClusterTokens(client), reviews=ClusterAccess(client))
    log.warning(
        "no cluster: only callers behind the front proxy are served, and what it lets through is allowed",
        authority=str(files.front_proxy),
        allowed_names=files.allowed_names or "any",
    )
    return Deciders(trust=StandaloneTrust(files), tokens=NoTokens(), reviews=FrontProxyOnly())
