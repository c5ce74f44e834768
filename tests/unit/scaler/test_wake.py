"""Claims about `POST /wake`: what is taken, what is refused, and that it sets nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import aiohttp
import msgspec
import pytest

from adapter.kube.meta import NamespacedName
from adapter.process.sites import ListenAddress, serving
from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.api.kinds import AutoscalerKind
from scaler.site import probes
from scaler.telemetry.metrics import ScalerMetrics
from scaler.wake import LARGEST_BODY_BYTES, Waker
from tests.support.builders import spec

WORKER = AutoscalerId(kind=AutoscalerKind.ZERO_POD_AUTOSCALER, key=NamespacedName("jobs", "worker"))
STOCK = AutoscalerId(kind=AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, key=NamespacedName("jobs", "stock"))
ALERTS = {
    "version": "4",
    "status": "firing",
    "alerts": [
        {"status": "firing", "labels": {"alertname": "Lag", "namespace": "jobs", "zeropodautoscaler": "worker"}},
        {"status": "firing", "labels": {"alertname": "Other"}},
    ],
}


@dataclass(slots=True)
class Scaler:
    """Knows some autoscalers, and notes which were woken, and which became due."""

    known: Sequence[AutoscalerId] = (WORKER, STOCK)
    leading: bool = True
    due: list[AutoscalerId] = field(default_factory=list)
    woken: list[tuple[AutoscalerId, bool]] = field(default_factory=list)

    def find(self, name: AutoscalerId) -> Autoscaler | None:
        if name not in self.known:
            return None
        return Autoscaler(kind=name.kind, key=name.key, uid="1", generation=1, resource_version="1", spec=spec())

    @property
    def waker(self) -> Waker:
        return Waker(leads=lambda: self.leading, find=self.find, woken=self.note, due_now=self.due.append)

    def note(self, name: AutoscalerId) -> None:
        """With whether it was due already."""
        self.woken.append((name, name in self.due))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int
    text: str


async def post(scaler: Scaler, body: object, method: str = "POST") -> Answer:
    data = body if isinstance(body, bytes) else msgspec.json.encode(body)
    app = probes({}, ScalerMetrics(), scaler.waker)
    async with (
        serving(app, ListenAddress(host="127.0.0.1", port=0)) as site,
        aiohttp.ClientSession() as session,
        session.request(method, f"{site.url}/wake", data=data, timeout=aiohttp.ClientTimeout(total=5)) as answer,
    ):
        return Answer(status=answer.status, text=await answer.text())


@pytest.mark.parametrize(
    ("body", "due"),
    [
        ({"autoscalers": ["jobs/worker"]}, [WORKER]),
        ({"autoscalers": ["jobs/worker", "jobs/worker"]}, [WORKER]),
        ({"autoscalers": ["jobs/stock"]}, [STOCK]),
        (ALERTS, [WORKER]),
        ({"alerts": [{"labels": {"namespace": "jobs", "horizontalpodautoscaler": "stock"}}]}, [STOCK]),
        (ALERTS | {"autoscalers": ["jobs/stock"]}, [STOCK, WORKER]),
    ],
)
async def test_whoever_is_named_is_due_at_once(body: object, due: list[AutoscalerId]) -> None:
    scaler = Scaler()
    answer = await post(scaler, body)
    woken = [str(name.key) for name in due]
    assert (202, {"woken": woken}, due) == (answer.status, msgspec.json.decode(answer.text), scaler.due)


async def test_unknown_ones_are_named_beside_those_that_were_taken() -> None:
    answer = await post(Scaler(), {"autoscalers": ["jobs/worker", "jobs/nobody"]})
    assert (202, {"woken": ["jobs/worker"], "unknown": ["jobs/nobody"]}) == (
        answer.status,
        msgspec.json.decode(answer.text),
    )


async def test_where_none_is_known_they_are_not_found() -> None:
    answer = await post(Scaler(), {"autoscalers": ["jobs/nobody", "jobs/noone"]})
    assert Answer(status=404, text="no such autoscaler: jobs/nobody, jobs/noone\n") == answer


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (b"", "Input data was truncated; send "),
        (b"\xff", "send "),
        ([], "Expected `object`, got `array`"),
        ({}, "no autoscaler is named; send "),
        ({"alerts": []}, "no autoscaler is named"),
        ({"alerts": [{"labels": {"namespace": "jobs"}}]}, "no autoscaler is named"),
        ({"alerts": [{"labels": {"namespace": "", "zeropodautoscaler": "worker"}}]}, "no autoscaler is named"),
        ({"alerts": "all"}, "Expected `array`, got `str`"),
        ({"autoscalers": ["worker"]}, '"worker" is not NAMESPACE/NAME'),
        ({"autoscalers": ["a/b/c"]}, '"a/b/c" is not NAMESPACE/NAME'),
        ({"autoscalers": [1]}, "Expected `str`, got `int`"),
    ],
)
async def test_nonsense_is_refused_with_what_to_send(body: object, complaint: str) -> None:
    scaler = Scaler()
    answer = await post(scaler, body)
    assert (400, True, []) == (answer.status, complaint in answer.text, scaler.due), answer.text


async def test_a_body_that_is_too_large_is_refused() -> None:
    answer = await post(Scaler(), b" " * (LARGEST_BODY_BYTES + 1))
    assert 413 == answer.status


async def test_a_scaler_that_does_not_lead_sends_the_caller_elsewhere() -> None:
    scaler = Scaler(leading=False)
    answer = await post(scaler, {"autoscalers": ["jobs/worker"]})
    assert (503, []) == (answer.status, scaler.due)


async def test_reading_it_is_not_allowed() -> None:
    assert 405 == (await post(Scaler(), b"", method="GET")).status


async def test_what_was_read_before_is_out_of_date_by_the_time_of_the_look() -> None:
    scaler = Scaler()
    await post(scaler, {"autoscalers": ["jobs/worker"]})
    assert [(WORKER, False)] == scaler.woken
