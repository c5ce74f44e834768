"""How does somebody outside say that there is demand? `POST /wake` makes autoscalers due at once; it sets no value."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec
from aiohttp import web

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.api.kinds import AutoscalerKind

LARGEST_BODY_BYTES: Final = 256 * 1024
_NAMING_LABELS: Final = ("zeropodautoscaler", "horizontalpodautoscaler")
_WHAT_TO_SEND: Final = (
    'send {"alerts": [{"labels": {"namespace": ..., "zeropodautoscaler": ...}}]} as the Alertmanager does, '
    'or {"autoscalers": ["NAMESPACE/NAME"]}'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waker:
    """Makes autoscalers due. `leads`: does this process look at them now? If not, another one does.

    `woken` is told first, so that the look sees what is there now.
    """

    leads: Callable[[], bool]
    find: Callable[[AutoscalerId], Autoscaler | None]
    woken: Callable[[AutoscalerId], None]
    due_now: Callable[[AutoscalerId], None]

    def wake(self, name: NamespacedName) -> bool:
        """Have a look as soon as possible, of whatever kind it is; false if there is none of that name."""
        found = [known for kind in AutoscalerKind if self.find(known := AutoscalerId(kind=kind, key=name)) is not None]
        for known in found:
            self.woken(known)
            self.due_now(known)
        return bool(found)


class _Alert(msgspec.Struct, frozen=True):
    labels: dict[str, str] = {}


class _Call(msgspec.Struct, frozen=True):
    """Both forms; whatever else an Alertmanager sends is passed over."""

    alerts: tuple[_Alert, ...] = ()
    autoscalers: tuple[str, ...] = ()


class _Taken(msgspec.Struct, frozen=True, omit_defaults=True):
    woken: tuple[str, ...]
    unknown: tuple[str, ...] = ()


class NonsenseError(ValueError):
    """The body names no autoscaler; the message says what to send."""


async def answer_wake(request: web.Request, waker: Waker) -> web.Response:
    """202 with the names that were taken, 404 if there is none of them, 400 for nonsense, 413 for too much of it.

    503 from a process that doesn't lead: nobody would look, and the caller had better try again.
    """
    try:
        body = await request.read()
        names = names_in(body)
    except NonsenseError as error:
        return web.Response(status=400, text=f"{error}\n")
    if not waker.leads():
        return web.Response(status=503, text="not the leader: another scaler looks after the autoscalers\n")
    woken = tuple(name for name in names if waker.wake(name))
    unknown = tuple(str(name) for name in names if name not in woken)
    if not woken:
        return web.Response(status=404, text=f"no such autoscaler: {', '.join(unknown)}\n")
    taken = _Taken(woken=tuple(map(str, woken)), unknown=unknown)
    return web.Response(status=202, body=msgspec.json.encode(taken), content_type="application/json")


def names_in(body: bytes) -> tuple[NamespacedName, ...]:
    """Each once, in the order of the body; an alert without both labels is about something else.

    Raises NonsenseError.
    """
    try:
        call = msgspec.json.decode(body, type=_Call)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NonsenseError(f"{error}; {_WHAT_TO_SEND}") from error
    names = tuple(dict.fromkeys([*map(_parsed, call.autoscalers), *_labelled(call.alerts)]))
    if not names:
        raise NonsenseError(f"no autoscaler is named; {_WHAT_TO_SEND}")
    return names


def _parsed(text: str) -> NamespacedName:
    namespace, slash, name = text.partition("/")
    if not (namespace and slash and name) or "/" in name:
        raise NonsenseError(f'"{text[:80]}" is not NAMESPACE/NAME; {_WHAT_TO_SEND}')
    return NamespacedName(namespace, name)


def _labelled(alerts: tuple[_Alert, ...]) -> Iterator[NamespacedName]:
    for alert in alerts:
        namespace = alert.labels.get("namespace")
        name = next(filter(None, map(alert.labels.get, _NAMING_LABELS)), None)
        if namespace and name:
            yield NamespacedName(namespace, name)
