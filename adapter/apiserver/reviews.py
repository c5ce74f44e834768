"""What does the cluster say about this token, about this access? TokenReview and SubjectAccessReview."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

import msgspec
import structlog

from adapter.apiserver.attributes import Access, MetricAccess, PathAccess
from adapter.apiserver.authentication import TokenVerdict, Unauthenticated, Unreviewed
from adapter.apiserver.authorization import Allowed, Denied, Undecided, Verdict
from adapter.apiserver.identity import Identity, ProvenBy
from adapter.kube.errors import ApiError
from adapter.kube.external_metrics import GROUP, VERSION

if TYPE_CHECKING:
    from adapter.kube.client import KubeClient

_TOKEN_REVIEWS: Final = "/apis/authentication.k8s.io/v1/tokenreviews"  # noqa: S105 - a path, not a secret
_ACCESS_REVIEWS: Final = "/apis/authorization.k8s.io/v1/subjectaccessreviews"

log = structlog.get_logger()


class UserInfo(msgspec.Struct, frozen=True):
    """The owner of a token."""

    username: str = ""
    uid: str = ""
    groups: tuple[str, ...] = ()
    extra: dict[str, tuple[str, ...]] = {}


class TokenReviewStatus(msgspec.Struct, frozen=True):
    """The answer; an unknown token is not authenticated, with or without an error."""

    authenticated: bool = False
    user: UserInfo = UserInfo()
    error: str = ""


class TokenReview(msgspec.Struct, frozen=True):
    """The part of a TokenReview that is read."""

    status: TokenReviewStatus = TokenReviewStatus()


class AccessReviewStatus(msgspec.Struct, frozen=True, rename="camel"):
    """The answer; `denied` is louder than not `allowed`, and both are no."""

    allowed: bool = False
    denied: bool = False
    reason: str = ""
    evaluation_error: str = ""


class SubjectAccessReview(msgspec.Struct, frozen=True):
    """The part of a SubjectAccessReview that is read."""

    status: AccessReviewStatus = AccessReviewStatus()


class ClusterTokens:
    """The cluster as a TokenAuthority."""

    def __init__(self, client: KubeClient) -> None:
        self._client = client

    async def identify(self, token: str) -> TokenVerdict:
        body = {
            "apiVersion": "authentication.k8s.io/v1",
            "kind": "TokenReview",
            "spec": {"token": token},
        }
        try:
            status = (await self._client.create(_TOKEN_REVIEWS, body, TokenReview)).status
        except ApiError as error:
            log.warning("token could not be reviewed", reason=str(error))
            return Unreviewed(reason=f"the token could not be reviewed: {error}")
        if not status.authenticated:
            return Unauthenticated(reason=f"the cluster doesn't know the token: {status.error or 'no reason given'}")
        return Identity(
            user=status.user.username,
            groups=status.user.groups,
            uid=status.user.uid,
            extra=tuple(sorted(status.user.extra.items())),
            proven_by=ProvenBy.TOKEN,
        )


class ClusterAccess:
    """The cluster as AccessReviews."""

    def __init__(self, client: KubeClient) -> None:
        self._client = client

    async def review(self, identity: Identity, access: Access) -> Verdict:
        body = {
            "apiVersion": "authorization.k8s.io/v1",
            "kind": "SubjectAccessReview",
            "spec": {
                "user": identity.user,
                "groups": identity.reviewed_groups,
                "uid": identity.uid,
                "extra": dict(identity.extra),
                **_attributes(access),
            },
        }
        try:
            status = (await self._client.create(_ACCESS_REVIEWS, body, SubjectAccessReview)).status
        except ApiError as error:
            log.warning("access could not be reviewed", user=identity.user, reason=str(error))
            return Undecided(reason=f"the cluster could not be asked for a SubjectAccessReview: {error}")
        if status.allowed and not status.denied:
            return Allowed()
        return Denied(reason=status.reason or status.evaluation_error)


def _attributes(access: Access) -> dict[str, dict[str, str]]:
    match access:
        case MetricAccess():
            return {
                "resourceAttributes": {
                    "verb": access.verb,
                    "group": GROUP,
                    "version": VERSION,
                    "namespace": access.namespace,
                    "resource": access.metric,
                }
            }
        case PathAccess():
            return {"nonResourceAttributes": {"verb": access.verb, "path": access.path}}
        case _:
            assert_never(access)
