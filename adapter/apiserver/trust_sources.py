"""Where does our trust in callers come from? From files alone, or from the cluster's ConfigMap, which is watched."""

import asyncio
from typing import Final

import msgspec

from adapter.apiserver.changes import Latest, watching_one
from adapter.apiserver.client_certificates import CertificateError
from adapter.apiserver.credential_files import TrustFiles
from adapter.apiserver.trust import CONFIG_MAP_NAME, CONFIG_MAP_PATH, ClientTrust, trust_of_config_map
from adapter.kube.client import KubeClient
from adapter.kube.meta import ObjectMeta
from adapter.kube.watch import Reflector
from adapter.process.clock import Clock

_COLLECTION, _, _NAME = CONFIG_MAP_PATH.rpartition("/")
_NO_METADATA: Final = ObjectMeta()


class ConfigMap(msgspec.Struct, frozen=True):
    """The part of a ConfigMap that is read."""

    metadata: ObjectMeta = _NO_METADATA
    data: dict[str, str] = {}


class StandaloneTrust:
    """Trust that comes from files alone."""

    def __init__(self, files: TrustFiles) -> None:
        self._files = files

    async def load(self) -> ClientTrust:
        """The trust now. Raises CertificateError."""
        return await asyncio.to_thread(self._files.read, elsewhere=ClientTrust())


class ClusterTrust:
    """Trust that comes from the cluster's ConfigMap, except for what files were named for."""

    def __init__(self, files: TrustFiles, client: KubeClient) -> None:
        self._files = files
        self._client = client
        self._seen: Latest[ConfigMap] = Latest()
        self._reflector: Reflector[ConfigMap] | None = None

    @property
    def changed(self) -> asyncio.Event:
        """Set whenever the ConfigMap may have changed, while `watch` runs."""
        return self._seen.changed

    def watch(self, clock: Clock) -> Reflector[ConfigMap] | None:
        """What has to run so that changes are seen at once; None where files say all, and the cluster isn't asked."""
        if not self._files.are_complete:
            self._reflector = watching_one(
                self._client, _COLLECTION, _NAME, item=ConfigMap, latest=self._seen, clock=clock
            )
        return self._reflector

    async def load(self) -> ClientTrust:
        """The trust now. Raises CertificateError, and ApiError when the ConfigMap can't be had."""
        elsewhere = ClientTrust()
        if not self._files.are_complete:
            elsewhere = trust_of_config_map((await self._config_map()).data)
        return await asyncio.to_thread(self._files.read, elsewhere=elsewhere)

    async def _config_map(self) -> ConfigMap:
        if self._reflector is None or not self._reflector.synced.is_set():
            # Nobody watches yet, or may.
            return await self._client.get(CONFIG_MAP_PATH, ConfigMap)
        if self._seen.item is None:
            raise CertificateError(f"{CONFIG_MAP_NAME} is gone; the API server makes it anew when it starts")
        return self._seen.item
