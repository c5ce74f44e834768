"""What is said of a hand-over that isn't to be, or can't go on? Refusals, notes, and what a step waits for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from adapter.kube.errors import NotFound
from scaler.api.kinds import AutoscalerKind
from scaler.cli.migrate_printing import plan_text
from scaler.migration.expectations import unmet
from scaler.migration.from_hpa import plan_from_hpa
from scaler.migration.from_keda import converted
from scaler.migration.gate_change import findings_on
from scaler.migration.keda_text import autoscalers_text, differences_of, rules_text
from scaler.migration.not_served import explained
from scaler.migration.rollback import plan_rollback
from scaler.migration.seen import MARK, Unscalable
from scaler.migration.steps import Expectation, Plan, Refusal, Request, Verb
from scaler.migration.stock_autoscaler import Gate
from scaler.migration.target_reading import read_target
from scaler.migration.to_hpa import Terms, plan_to_hpa
from tests.golden.mistakes.shown import shown
from tests.support.http_peer import http_peer, json_answer
from tests.unit.scaler.cluster.widgets import resources
from tests.unit.scaler.migration.connected import connected
from tests.unit.scaler.migration.moved import (
    ABLE,
    ASLEEP,
    AWAKE,
    BROKEN,
    COMPUTES,
    HUMAN,
    KEY,
    NOBODY,
    OURS,
    fleet,
    seen,
    stock,
    workload,
    zero,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.support.http_peer import Answer

_UNSEEN: dict[str, Any] = {**zero(COMPUTES), "metadata": {"generation": 3}}
_NOTHING_LOST = Terms(gate=Gate.ON, accept_loss=False)
_COMPANION = {"lagzero.dev/min-replicas": "0"}

_UNMET: tuple[tuple[Expectation, dict[str, Any] | None], ...] = (
    (Expectation.WATCHES, None),
    (Expectation.WATCHES, _UNSEEN),
    (Expectation.WATCHES, zero()),
    (Expectation.WATCHES, zero(BROKEN)),
    (Expectation.WATCHES_ASLEEP, zero(status={"state": "Paused"})),
    (Expectation.STANDS_ASIDE, zero(COMPUTES)),
    (Expectation.STOCK_IS_IN_CHARGE, stock()),
    (Expectation.STOCK_IS_IN_CHARGE, stock(ABLE)),
    (Expectation.IS_AWAKE, {"spec": {"replicas": 0}}),
    (Expectation.IS_GONE, {"metadata": {}}),
    (Expectation.IS_GONE, {"metadata": {"finalizers": ["example.dev/hold"]}}),
)


def expectations() -> Iterator[str]:
    """Why the next step can't be taken yet."""
    for of, document in _UNMET:
        yield from shown(of.name, [unmet(of, document)])
    created = Request(verb=Verb.CREATE, path="/apis/lagzero.dev/v1alpha1/x", says="create it")
    missing = NotFound("404 page not found", code=404, reason="NotFound")
    yield from shown("no such kind", [explained(created, missing).message])


def plans() -> Iterator[str]:
    """Refusals, and the notes and steps that the ordinary plans don't have."""
    on, off = _NOTHING_LOST, Terms(gate=Gate.OFF, accept_loss=True)
    made = stock(annotations={MARK: "to-hpa", "lagzero.dev/migration-of": "another"})
    mine = zero(mark="from-hpa")
    owned = stock(ownerReferences=[{"kind": "Rollout", "name": "worker"}])
    rivals = ("HorizontalPodAutoscaler other",)
    cases: Mapping[str, Plan | Refusal] = {
        "in: nobody": plan_from_hpa(seen()),
        "in: somebody's": plan_from_hpa(seen(stock=owned, workload=workload(1))),
        "in: a name that is taken": plan_from_hpa(seen(stock=stock(), zero=zero(), workload=workload(1))),
        "in: on the way out": plan_from_hpa(seen(stock=stock(), zero=zero(mark="to-hpa"), workload=workload(1))),
        "in: no workload": plan_from_hpa(seen(stock=stock())),
        "in: no scale": plan_from_hpa(seen(stock=stock(), unscalable="daemonsets.apps have no /scale")),
        "in: a third": plan_from_hpa(seen(stock=stock(), workload=workload(1), rivals=rivals)),
        "in: edited meanwhile": plan_from_hpa(seen(stock=stock(), zero=mine, workload=workload(1))),
        "in: a custom resource": plan_from_hpa(seen(stock=stock(ASLEEP), workload=fleet(0, NOBODY))),
        "in: a companion": plan_from_hpa(
            seen(
                stock=stock(annotations={**_COMPANION, "lagzero.dev/memory": '{"idleSince":"x"}'}), workload=workload(1)
            )
        ),
        "in: done": plan_from_hpa(seen(zero=zero(), workload=workload(1))),
        "out: nobody": plan_to_hpa(seen(), on),
        "out: a pause": plan_to_hpa(seen(zero=zero(ASLEEP), workload=workload(0, HUMAN)), on),
        "out: asleep, gate off": plan_to_hpa(seen(zero=zero(ASLEEP), workload=workload(0, OURS)), off),
        "out: edited meanwhile": plan_to_hpa(
            seen(zero=zero(mark="to-hpa", block={"mode": "Shadow"}), stock=made, workload=workload(1)), on
        ),
        "rollback: nobody": plan_rollback(seen()),
    }
    for name, plan in cases.items():
        yield from shown(name, [plan.text if isinstance(plan, Refusal) else plan_text(KEY, plan)])
    companion = stock(AWAKE, annotations=_COMPANION)
    found = findings_on(AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, companion, Gate.OFF)
    yield from shown("gate off: a companion that may sleep", (each.text for each in found))


def kinds() -> Iterator[str]:
    """Why nothing scales a target of some kind, as discovery has it."""
    controller = {"apiVersion": "v1", "kind": "ReplicationController", "name": "worker"}
    widget = {"apiVersion": "example.dev/v1", "kind": "Widget", "name": "worker"}
    group = json_answer({"versions": [{"version": "v1"}], "preferredVersion": {"version": "v1"}})
    cases: tuple[tuple[str, dict[str, str], tuple[Answer, ...]], ...] = (
        ("a kind of the core group that isn't there", controller, (resources("pods", "Pod"),)),
        ("a kind that isn't installed", widget, (group, resources("gadgets", "Gadget"))),
        ("a kind without a scale", widget, (group, resources("widgets", "Widget", scaled=False))),
    )
    for name, reference, answers in cases:
        yield from shown(name, [asyncio.run(_unscalable(reference, *answers))])


async def _unscalable(reference: dict[str, str], *answers: Answer) -> str:
    async with http_peer(*answers) as peer, connected(peer) as client:
        found = await read_target(client, "jobs", reference)
    assert isinstance(found, Unscalable)
    return found.text


_LAG = {
    "type": "prometheus",
    "metadata": {"serverAddress": "http://prometheus:9090", "query": "sum(lag)", "threshold": "30"},
}
_TRIGGERS = (
    *("rabbitmq", "redis", "redis-streams", "nats-jetstream", "aws-sqs-queue", "postgresql", "metrics-api"),
    *("kubernetes-workload", "external", "external-push"),
)


def scaled_objects() -> Iterator[str]:
    """What becomes of each trigger, and the comments of both files."""
    for kind in _TRIGGERS:
        found = converted(_scaled({"type": kind}))
        yield from shown(kind, [next(differences_of(found)), autoscalers_text([found])])
    homeless = _scaled(_LAG)
    homeless["metadata"] = {"name": "worker"}
    yield from shown("no namespace", differences_of(converted(homeless)))
    secured = {**_LAG, "authenticationRef": {"name": "token"}}
    whole = converted(_scaled(secured))
    yield from shown("a secured Prometheus", [rules_text([whole]), autoscalers_text([whole])])
    rollout = converted(_scaled(_LAG, scaleTargetRef={"apiVersion": "argoproj.io/v1alpha1", "kind": "Rollout"}))
    yield from shown("a Rollout", differences_of(rollout))


def _scaled(trigger: Mapping[str, object], **spec: object) -> dict[str, Any]:
    return {
        "apiVersion": "keda.sh/v1alpha1",
        "kind": "ScaledObject",
        "metadata": {"name": "worker", "namespace": "jobs"},
        "spec": {"scaleTargetRef": {"name": "worker"}, "triggers": [trigger], **spec},
    }
