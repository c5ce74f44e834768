"""What does a console say of a hand-over that the cluster stops? And of a look at what is gone, or served by nobody."""

from __future__ import annotations

import asyncio
import io
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec

from scaler.algorithm.model import AlgorithmSettings
from scaler.api.wire_object import WireAutoscaler
from scaler.cli.explain_now import Means, note_on
from scaler.cli.migrate_printing import plan_text
from scaler.cli.status_rows import Columns
from scaler.cli.status_watch import Follower
from scaler.controller.readings import external_broken
from scaler.decisionlog.record import Record
from scaler.migration.hand_over import HandOver, Patience, StuckError
from scaler.migration.rollback import plan_rollback
from scaler.migration.steps import Expectation, Plan, Refusal, Wait
from tests.golden.cases import CASES
from tests.golden.mistakes.shown import shown
from tests.golden.odd import LAG
from tests.support.builders import observation
from tests.support.clock import ManualClock
from tests.support.http_peer import http_peer, json_answer, status_answer
from tests.support.metric_builders import Metric, external_average
from tests.unit.scaler.cli.peered import ACTIVE, autoscaler, call
from tests.unit.scaler.cli.wrong import logging_restored
from tests.unit.scaler.migration.connected import connected
from tests.unit.scaler.migration.moved import ASLEEP, AWAKE, COMPUTES, KEY, NOBODY, seen, stock, workload, zero

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scaler.migration.seen import Seen
    from tests.support.http_peer import Answer

_GONE = status_answer(404, reason="NotFound", message="gone")
_NONE = json_answer({"items": []})
_NOBODY_THERE = (_GONE, _GONE, _NONE, _NONE)
_REFUSED = status_answer(422, reason="Invalid", message="no")
_DONE = json_answer({})
_DEPLOYMENT = json_answer({"metadata": {"resourceVersion": "9"}, "spec": {"replicas": 3}})
_STOCK = json_answer(stock(AWAKE, least=1))
_BEGIN = (_STOCK, _GONE, _NONE, _NONE, _DEPLOYMENT)
_SLEEPERS = json_answer({"items": [stock(ASLEEP)]})


def commands() -> Iterator[str]:
    """On a console, a line of its errors marked."""
    return iter(asyncio.run(_commands()))


async def _commands() -> list[str]:
    # Somebody deletes the new object as often as it is made.
    undone = (*_BEGIN, _DONE) * 99
    cases: Mapping[str, tuple[Answer, ...]] = {
        "from-hpa worker --dry-run server": (*_BEGIN, _REFUSED),
        "from-hpa worker": (*_BEGIN, _REFUSED),
        "from-hpa worker --timeout 5m": undone,
        "upgrade-check --to off --rollback -n jobs": (_SLEEPERS, _NONE, *_NOBODY_THERE, *_NOBODY_THERE),
    }
    lines: list[str] = []
    for arguments, answers in cases.items():
        lines += shown(f"migrate {arguments}", dict.fromkeys(await _printed(arguments, *answers)))
    return lines


async def _printed(arguments: str, *answers: Answer) -> list[str]:
    with TemporaryDirectory() as folder, logging_restored():
        async with http_peer(*answers) as peer:
            result = await call(peer.url, Path(folder), "migrate", *arguments.split())
    complaints = (f"! {line}" for line in result.stderr.splitlines())
    return [*result.stdout.splitlines(), *complaints, f"exit status {result.exit_code}"]


def ends() -> Iterator[str]:
    """One that gets stuck, and the note on who else keeps the object."""
    yield from shown("a step that nobody takes", [asyncio.run(_stuck())])
    for name, value in (("Argo CD", {"argocd.argoproj.io/tracking-id": "x"}), ("nobody", {})):
        plan = plan_rollback(seen(stock=stock(AWAKE, annotations=value), workload=workload(0, NOBODY)))
        assert isinstance(plan, Plan)
        yield from shown(f"a rollback of what {name} keeps", [plan_text(KEY, plan)])


class _TimeIsUp(ManualClock):
    """At the first pause."""

    async def sleep(self, seconds: float) -> None:
        raise TimeoutError(f"no {seconds} s are left")


async def _stuck() -> str:
    def planner(_seen: Seen) -> Plan | Refusal:
        return Plan(steps=(Wait(path="/x", of=Expectation.WATCHES, says="wait until the scaler watches"),))

    unseen = json_answer({**zero(COMPUTES), "status": {}})
    async with http_peer(*_NOBODY_THERE, unseen) as peer, connected(peer) as client:
        patience = Patience(seconds=300)
        over = HandOver(client=client, clock=_TimeIsUp(), planner=planner, patience=patience, told=lambda _: None)
        try:
            await over.run(KEY)
        except StuckError as error:
            return str(error)
    raise AssertionError("it came to an end")


def looks() -> Iterator[str]:
    """`status -w` of an autoscaler that is deleted, and `explain` where nobody serves its metrics."""
    found = msgspec.convert(autoscaler(status=ACTIVE), WireAutoscaler)
    follower = Follower(
        clock=ManualClock(),
        settings=AlgorithmSettings(),
        columns=Columns(namespace=False, wide=False),
        as_json=True,
    )
    printed = io.BytesIO()
    with redirect_stdout(io.TextIOWrapper(printed)):
        follower.replaced([found])
        follower.deleted(found)
        last = msgspec.json.decode(printed.getvalue().splitlines()[-1])
    yield from shown("a deleted one", [str(last["inactive"])])
    reading = external_broken("jobs", LAG, "the server could not find the requested resource")
    done = CASES["asleep"]
    record = Record(
        autoscaler="jobs/worker",
        observation=observation(Metric(spec=external_average(1).spec, reading=reading)),
        memory=done.memory,
        settings=done.settings,
        decision=done.decision,
        outcome=done.outcome,
    )
    means = Means(
        kubeconfig=None, rules=None, prometheus=None, parity=False, tolerance=0.1, downscale_stabilization="5m"
    )
    yield from shown("metrics that nobody serves", [note_on(record, means)])
