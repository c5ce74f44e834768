"""Where is our authority kept? In one Secret, through whose version replicas agree: who comes second reads again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adapter.apiserver.authority import AuthorityError
from adapter.apiserver.authority_plan import Absent
from adapter.apiserver.authority_secret import Secret, authority_in, new_secret, with_keyring
from adapter.kube.errors import Forbidden, NotFound

if TYPE_CHECKING:
    from adapter.apiserver.authority_keyring import Keyring
    from adapter.apiserver.authority_plan import Seen
    from adapter.kube.client import KubeClient
    from adapter.kube.meta import NamespacedName


def secrets_path(namespace: str) -> str:
    """Where the Secrets of a namespace are."""
    return f"/api/v1/namespaces/{namespace}/secrets"


class AuthorityStore:
    """The Secret as it was read last. Every method raises ApiError; an empty Secret of our type is as good as none."""

    def __init__(self, client: KubeClient, key: NamespacedName) -> None:
        self._client = client
        self._key = key
        self._secret: Secret | None = None

    async def read(self) -> Seen:
        """What is kept now, never from a cache."""
        try:
            self._secret = await self._client.get(self._path, Secret)
        except NotFound:
            self._secret = None
        return Absent() if self._secret is None else authority_in(self._secret)

    async def write(self, keyring: Keyring) -> None:
        """Keep this in place of what was read. Raises Conflict if that isn't there any more, or something
        is; AuthorityError if there is none and it may not be created.
        """
        if self._secret is None:
            self._secret = await self._created(new_secret(self._key, keyring))
        else:
            self._secret = await self._client.replace(self._path, with_keyring(self._secret, keyring), Secret)

    async def _created(self, secret: Secret) -> Secret:
        try:
            return await self._client.create(secrets_path(self._key.namespace), secret, Secret)
        except Forbidden as error:
            raise AuthorityError(
                f"there is no Secret {self._key}, and the adapter may not create it: apply the manifests again, which "
                f"bring an empty one ({error})"
            ) from error

    @property
    def _path(self) -> str:
        return f"{secrets_path(self._key.namespace)}/{self._key.name}"
