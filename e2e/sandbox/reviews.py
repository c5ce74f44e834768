"""What TokenReviews and SubjectAccessReviews are answered.

A token is good when it is in the tokens file. Access is allowed to the group system:masters and to the users of the
allow list, whatever they ask for; to others it is denied. There are no roles.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from e2e.sandbox.authentication import ADMINS, User
from e2e.sandbox.documents import Document, at

REVIEW_PATHS = {
    "/apis/authentication.k8s.io/v1/tokenreviews": "TokenReview",
    "/apis/authorization.k8s.io/v1/subjectaccessreviews": "SubjectAccessReview",
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews": "SelfSubjectAccessReview",
}


@dataclass(slots=True, kw_only=True)
class Reviews:
    """The lists that decide, and how often each kind of review was asked for."""

    tokens: Mapping[str, User]
    allowed: set[str]
    asked: dict[str, int]

    def answer(self, kind: str, review: Document, caller: User) -> Document:
        """The review with its status."""
        self.asked[kind] = self.asked.get(kind, 0) + 1
        return {**review, "kind": kind, "status": self._status(kind, review, caller)}

    def _status(self, kind: str, review: Document, caller: User) -> Document:
        if kind == "TokenReview":
            return self._authenticated(str(at(review, ("spec", "token")) or ""))
        if kind == "SelfSubjectAccessReview":
            return self._access(caller.name, caller.groups)
        groups = at(review, ("spec", "groups"))
        return self._access(str(at(review, ("spec", "user"))), tuple(groups) if isinstance(groups, list) else ())

    def _authenticated(self, token: str) -> Document:
        user = self.tokens.get(token)
        if user is None:
            return {"authenticated": False, "user": {}, "error": "invalid bearer token"}
        return {"authenticated": True, "user": {"username": user.name, "groups": list(user.groups)}}

    def _access(self, user: str, groups: tuple[str, ...]) -> Document:
        if ADMINS in groups or user in self.allowed:
            return {"allowed": True, "reason": "sandbox: admin or on the allow list"}
        return {"allowed": False, "reason": "sandbox: not on the allow list"}
