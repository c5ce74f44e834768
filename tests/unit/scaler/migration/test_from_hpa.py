"""Claims about the plan that leads in: the steps that are left, wherever it stands."""

from typing import Any

import pytest

from scaler.migration.documents import at
from scaler.migration.from_hpa import plan_from_hpa
from scaler.migration.seen import Seen
from scaler.migration.steps import Plan, Refusal, Request, Verb, Wait
from scaler.migration.zero_autoscaler import shadow_of
from tests.unit.scaler.migration.moved import (
    ASIDE,
    ASLEEP,
    COMPUTES,
    DISABLED,
    HUMAN,
    NOBODY,
    OURS,
    fleet,
    seen,
    stock,
    workload,
    zero,
)

SHADOW = {"mode": "Shadow"}


def made(*conditions: dict[str, str], of: dict[str, Any] | None = None, block: object = None) -> dict[str, Any]:
    """What an earlier run made of a stock one."""
    document = zero(*conditions, block=block)
    document["metadata"]["annotations"] = at(shadow_of(stock(least=1) if of is None else of), "metadata", "annotations")
    return document


def steps(look: Seen) -> list[str]:
    """The verbs of the writes, and what is waited for."""
    plan = plan_from_hpa(look)
    assert isinstance(plan, Plan), plan
    return [step.verb if isinstance(step, Request) else step.of.name for step in plan.steps]


def refusal(look: Seen) -> str:
    plan = plan_from_hpa(look)
    assert isinstance(plan, Refusal)
    return plan.text


def request(look: Seen, verb: Verb) -> Request:
    plan = plan_from_hpa(look)
    assert isinstance(plan, Plan)
    return next(step for step in plan.steps if isinstance(step, Request) and step.verb is verb)


AT_WORK = stock(least=1)
BEGIN = seen(stock=AT_WORK, workload=workload(3))
WHOLE = ["create", "patch", "WATCHES", "patch", "STANDS_ASIDE", "delete", "IS_IN_CHARGE", "patch"]


def test_at_work_every_step_is_left_and_the_count_is_never_written() -> None:
    assert WHOLE == steps(BEGIN)


def test_an_automatic_zero_is_owned_before_anything_is_proven() -> None:
    begin = seen(stock=stock(ASLEEP), workload=workload(0, NOBODY))
    assert ["create", "patch", "apply", "WATCHES_ASLEEP", *WHOLE[3:]] == steps(begin)
    claim = request(begin, Verb.APPLY)
    assert ("/apis/apps/v1/namespaces/jobs/deployments/worker/scale", "lagzero-scaler") == (
        claim.path,
        claim.field_manager,
    )
    assert {
        "apiVersion": "autoscaling/v1",
        "kind": "Scale",
        "metadata": {"name": "worker", "resourceVersion": "7"},
        "spec": {"replicas": 0},
    } == claim.body


def test_a_zero_that_is_ours_already_is_not_written_again() -> None:
    assert "apply" not in steps(seen(stock=stock(ASLEEP), workload=workload(0, OURS)))


@pytest.mark.parametrize("autoscaler", [stock(ASLEEP), stock()])
def test_a_humans_zero_is_never_owned(autoscaler: dict[str, Any]) -> None:
    assert WHOLE == steps(seen(stock=autoscaler, workload=workload(0, HUMAN)))


@pytest.mark.parametrize(
    ("mine", "left"),
    [
        (made(block=SHADOW), WHOLE[2:]),
        (made(COMPUTES, block=SHADOW), WHOLE[3:]),
        (made(COMPUTES), WHOLE[4:]),
        (made(ASIDE), WHOLE[5:]),
    ],
)
def test_it_goes_on_where_it_was(mine: dict[str, Any], left: list[str]) -> None:
    assert left == steps(seen(stock=AT_WORK, zero=mine, workload=workload(3)))


@pytest.mark.parametrize(
    ("mine", "left"),
    [
        (made(COMPUTES, block=SHADOW), ["patch", "IS_IN_CHARGE", "patch"]),
        (made(ASIDE), ["IS_IN_CHARGE", "patch"]),
        (made(COMPUTES), ["patch"]),
        (made(DISABLED), ["patch"]),
        (zero(COMPUTES), []),
    ],
)
def test_with_the_stock_one_gone_the_rest_is_left(mine: dict[str, Any], left: list[str]) -> None:
    assert left == steps(seen(zero=mine, workload=workload(3)))


def test_status_is_carried_over_only_before_the_scaler_has_written_its_own() -> None:
    unseen = {key: value for key, value in made(block=SHADOW).items() if key != "status"}
    assert WHOLE[1:] == steps(seen(stock=AT_WORK, zero=unseen, workload=workload(3)))


@pytest.mark.parametrize(
    ("block", "patch"),
    [(SHADOW, {"zero": None}), ({**SHADOW, "cooldownSeconds": 5}, {"zero": {"mode": None}})],
)
def test_out_of_shadow_nothing_else_of_the_block_is_lost(block: dict[str, Any], patch: dict[str, Any]) -> None:
    mine = made(COMPUTES, block=block)
    activated = request(seen(stock=AT_WORK, zero=mine, workload=workload(3)), Verb.PATCH)
    assert {"spec": patch} == activated.body


@pytest.mark.parametrize(
    ("look", "words"),
    [
        (seen(), "there is no HorizontalPodAutoscaler jobs/worker"),
        (seen(stock=stock(), zero=zero(), workload=workload(1)), "is a ZeroPodAutoscaler already"),
        (
            seen(stock=stock(), zero=zero(mark="to-hpa"), workload=workload(1)),
            "run `lagzero migrate to-hpa worker -n jobs` first",
        ),
        (seen(stock=stock()), "Deployment/worker, which isn't there"),
        (
            seen(stock=stock(), workload=workload(1), rivals=("HorizontalPodAutoscaler other",)),
            "is also the target of HorizontalPodAutoscaler other",
        ),
        (
            seen(
                stock=stock(ownerReferences=[{"kind": "ScaledObject", "name": "worker"}]),
                workload=workload(1),
            ),
            "belongs to ScaledObject worker, which would make it again: see `lagzero migrate from-keda`",
        ),
    ],
)
def test_it_is_refused(look: Seen, words: str) -> None:
    assert words in refusal(look)


def test_a_target_that_nothing_scales_is_refused_with_its_name_and_why() -> None:
    look = seen(stock=stock(), unscalable="daemonsets.apps have no /scale")
    assert "jobs/worker scales Deployment/worker: daemonsets.apps have no /scale" == refusal(look)


def test_a_custom_resource_is_handed_over_as_any_other() -> None:
    assert WHOLE == steps(seen(stock=AT_WORK, workload=fleet(3)))


def test_the_zero_of_a_custom_resource_is_owned_by_an_apply_of_the_object_since_its_scale_takes_none() -> None:
    look = seen(stock=stock(ASLEEP), workload=fleet(0, NOBODY))
    claim = request(look, Verb.APPLY)
    body = {
        "apiVersion": "example.dev/v1",
        "kind": "Fleet",
        "metadata": {"name": "worker", "resourceVersion": "7"},
        "spec": {"size": 0},
    }
    assert ("/apis/example.dev/v1/namespaces/jobs/fleets/worker", body) == (claim.path, claim.body)


def test_nothing_is_deleted_before_it_is_waited_for() -> None:
    plan = plan_from_hpa(BEGIN)
    assert isinstance(plan, Plan)
    before = plan.steps[: [isinstance(step, Request) and step.verb is Verb.DELETE for step in plan.steps].index(True)]
    assert 2 == sum(isinstance(step, Wait) for step in before)


def test_a_stock_one_that_its_finalizers_hold_is_waited_for() -> None:
    leaving = stock(deletionTimestamp="2026-01-31T12:00:00Z")
    look = seen(stock=leaving, zero=made(ASIDE), workload=workload(3))
    assert ["IS_GONE", "IS_IN_CHARGE", "patch"] == steps(look)


@pytest.mark.parametrize("mine", [made(COMPUTES, of=stock(least=2), block=SHADOW), made(ASIDE, of=stock(least=2))])
def test_one_that_was_made_of_an_older_spec_is_made_anew(mine: dict[str, Any]) -> None:
    assert ["delete", *WHOLE] == steps(seen(stock=AT_WORK, zero=mine, workload=workload(3)))


def test_labels_that_were_edited_since_are_no_reason() -> None:
    mine = made(ASIDE)
    assert WHOLE[5:] == steps(seen(stock=stock(least=1, labels={"a": "b"}), zero=mine, workload=workload(3)))
