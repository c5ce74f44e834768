"""May this caller do that? Masters always, everybody else as the cluster's SubjectAccessReview says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, assert_never

from adapter.apiserver.attributes import Access, MetricAccess, PathAccess
from adapter.apiserver.expiring_cache import ExpiringCache
from adapter.apiserver.identity import Identity, ProvenBy
from adapter.kube.external_metrics import GROUP

if TYPE_CHECKING:
    from adapter.process.clock import Clock

# Longer than three syncs of the autoscaler's controller, or nearly every read would cost the API server a review.
_ALLOWED_SECONDS: Final = 60.0
_DENIED_SECONDS: Final = 10.0
_REMEMBERED_VERDICTS: Final = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """Yes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Denied:
    """No, with a reason for the caller; it may be empty."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """The question couldn't be put. It counts as no, but only for this one request."""

    reason: str


Verdict = Allowed | Denied | Undecided


class AccessReviews(Protocol):
    """Decides about access."""

    async def review(self, identity: Identity, access: Access) -> Verdict:
        """The verdict; never raises for a question that couldn't be put."""


class FrontProxyOnly:
    """The rule of a server that stands alone: what comes through the front proxy was authorized there."""

    async def review(self, identity: Identity, access: Access) -> Verdict:  # noqa: ARG002 - the port's signature
        if identity.proven_by is ProvenBy.FRONT_PROXY:
            return Allowed()
        return Denied(reason="without a cluster only callers behind the front proxy are allowed")


class Authorization:
    """Puts the rules that need no review first and remembers what was reviewed."""

    def __init__(self, *, reviews: AccessReviews, clock: Clock) -> None:
        self._reviews = reviews
        self._verdicts: ExpiringCache[Verdict] = ExpiringCache(clock=clock, capacity=_REMEMBERED_VERDICTS)

    async def decide(self, identity: Identity, access: Access) -> Verdict:
        """Whether `identity` may have `access`."""
        known = self.known(identity, access)
        return await self._review(identity, access) if known is None else known

    def known(self, identity: Identity, access: Access) -> Verdict | None:
        """The verdict, if it needs no review."""
        if identity.is_master or _is_discovery_by_front_proxy(identity, access):
            return Allowed()
        return self._verdicts.get((identity, access))

    async def _review(self, identity: Identity, access: Access) -> Verdict:
        verdict = await self._reviews.review(identity, access)
        match verdict:
            case Allowed():
                self._verdicts.put((identity, access), verdict, seconds=_ALLOWED_SECONDS)
            case Denied():
                self._verdicts.put((identity, access), verdict, seconds=_DENIED_SECONDS)
            case Undecided():
                pass
            case _:
                assert_never(verdict)
        return verdict


def refusal_text(identity: Identity, access: Access, verdict: Denied | Undecided) -> str:
    """Why not, in the API server's own form."""
    because = f": {verdict.reason}" if verdict.reason else ""
    match access:
        case MetricAccess():
            return (
                f'{access.metric}.{GROUP} is forbidden: User "{identity.user}" cannot {access.verb} resource '
                f'"{access.metric}" in API group "{GROUP}" in the namespace "{access.namespace}"{because}'
            )
        case PathAccess():
            return f'forbidden: User "{identity.user}" cannot {access.verb} path "{access.path}"{because}'
        case _:
            assert_never(access)


def _is_discovery_by_front_proxy(identity: Identity, access: Access) -> bool:
    # The aggregator asks as system:kube-aggregator, now with and now without a group; a review would deny the latter.
    return isinstance(access, PathAccess) and access.is_discovery and identity.proven_by is ProvenBy.FRONT_PROXY
