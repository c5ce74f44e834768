"""How do events get about? As core/v1 Events; one that repeats is counted up, and not more than once a minute.

What is forbidden stays so for a while: such an event isn't tried again for a minute, either.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

import msgspec
import structlog

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError, Forbidden, NotFound
from adapter.kube.meta import NamespacedName, format_time
from scaler.algorithm.decision import Event
from scaler.api.autoscaler import Autoscaler, Stranger
from scaler.cluster.writers import FIELD_MANAGER

_COMPONENT: Final = "lagzero-scaler"
_REMEMBERED: Final = 4096
_QUIET: Final = timedelta(minutes=1)
_NOT_TAKEN: Final = ""
_ENDING: Final = "because it is being terminated"
"""How an API server says that a namespace takes nothing new, since somebody deleted it."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Published:
    """The latest object, by its name; NOT_TAKEN where the API server wouldn't have it."""

    name: str
    count: int
    sent: datetime


@dataclass(frozen=True, slots=True)
class _Subject:
    uid: str
    event: Event


class ClusterEvents:
    """Publishes events and remembers the latest ones, so that a repetition is a count and not another object."""

    def __init__(self, *, client: KubeClient) -> None:
        self._client = client
        self._published: OrderedDict[_Subject, _Published] = OrderedDict()
        self._stamp = 0

    async def publish(self, autoscaler: Autoscaler | Stranger, events: Sequence[Event], now: datetime) -> None:
        """Best effort: an event that can't be written is logged, and nothing else depends on it."""
        for event in events:
            try:
                await self._publish(autoscaler, event, now)
            except ApiError as error:
                # Where everything is about to go nobody misses an event.
                say = log.debug if _ENDING in error.message else log.warning
                say("could not publish event", autoscaler=str(autoscaler.key), reason=str(error))

    async def _publish(self, autoscaler: Autoscaler | Stranger, event: Event, now: datetime) -> None:
        subject = _Subject(autoscaler.uid, event)
        previous = self._published.get(subject)
        if previous is None:
            await self._create(subject, autoscaler, now)
            return
        counted = replace(previous, count=previous.count + 1)
        self._published[subject] = counted
        # Either way: a clock that was set back may not keep it quiet for an hour.
        if abs(now - previous.sent) < _QUIET:
            return
        if previous.name == _NOT_TAKEN:
            await self._create(subject, autoscaler, now)
            return
        body = {"count": counted.count, "lastTimestamp": format_time(now)}
        path = f"{_collection(autoscaler.key)}/{previous.name}"
        try:
            await self._client.merge_patch(path, body, msgspec.Raw, field_manager=FIELD_MANAGER)
            self._published[subject] = replace(counted, sent=now)
        except NotFound:  # it has expired; the API server keeps events for an hour
            await self._create(subject, autoscaler, now)

    async def _create(self, subject: _Subject, autoscaler: Autoscaler | Stranger, now: datetime) -> None:
        # Two of one moment have names of their own: autoscalers of two kinds may share theirs.
        self._stamp = max(int(now.timestamp() * 1_000_000), self._stamp + 1)
        name = f"{autoscaler.key.name}.{self._stamp:x}"
        body = _body(name, autoscaler, subject.event, now)
        try:
            await self._client.create(_collection(autoscaler.key), body, msgspec.Raw)
        except (Forbidden, NotFound):
            self._remember(subject, _Published(name=_NOT_TAKEN, count=1, sent=now))
            raise
        self._remember(subject, _Published(name=name, count=1, sent=now))

    def _remember(self, subject: _Subject, published: _Published) -> None:
        self._published[subject] = published
        self._published.move_to_end(subject)
        while len(self._published) > _REMEMBERED:
            self._published.popitem(last=False)


def _collection(key: NamespacedName) -> str:
    return f"/api/v1/namespaces/{key.namespace}/events"


def _body(name: str, autoscaler: Autoscaler | Stranger, event: Event, now: datetime) -> dict[str, object]:
    stamp = format_time(now)
    return {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {"name": name, "namespace": autoscaler.key.namespace},
        "involvedObject": {
            "apiVersion": autoscaler.kind.api_version,
            "kind": autoscaler.kind.kind,
            "namespace": autoscaler.key.namespace,
            "name": autoscaler.key.name,
            "uid": autoscaler.uid,
            "resourceVersion": autoscaler.resource_version,
        },
        "type": event.type.value,
        "reason": event.reason,
        "message": event.message[:1024],
        "source": {"component": _COMPONENT},
        "reportingComponent": _COMPONENT,
        "firstTimestamp": stamp,
        "lastTimestamp": stamp,
        "count": 1,
    }
