"""Claims about `scaler.cluster.rivals`: who has the same target, and who is told."""

import pytest

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import AutoscalerId, Stranger
from scaler.api.kinds import AutoscalerKind
from scaler.api.types import AutoscalerSpec, CrossVersionObjectReference
from scaler.cluster.rivals import Targets
from tests.unit.scaler.controller.seen import autoscaler

ZPA, HPA = AutoscalerKind.ZERO_POD_AUTOSCALER, AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
WORKER = CrossVersionObjectReference(api_version="apps/v1", kind="Deployment", name="worker")
OTHER = CrossVersionObjectReference(api_version="apps/v1", kind="Deployment", name="other")


def named(name: str, kind: AutoscalerKind = ZPA, namespace: str = "jobs") -> AutoscalerId:
    return AutoscalerId(kind=kind, key=NamespacedName(namespace, name))


A, B, WEB = named("a"), named("b"), named("web", HPA)
FOREIGN = Stranger(kind=HPA, key=WEB.key, uid="uid-of-web")


class Listening:
    """Targets, and what they told."""

    def __init__(self, *pairs: tuple[AutoscalerId, CrossVersionObjectReference]) -> None:
        self.targets = Targets()
        for autoscaler_id, reference in pairs:
            self.targets.put(autoscaler_id, reference)
        self.told: list[AutoscalerId] = []
        self.targets.subscribe(self.told.append)


def rivals(targets: Targets, of: AutoscalerId, reference: CrossVersionObjectReference = WORKER) -> list[str]:
    asked = AutoscalerSpec(scale_target_ref=reference, min_replicas=0, max_replicas=1)
    return [each.qualified for each in targets.of(autoscaler(asked, kind=of.kind, key=of.key))]


def test_who_has_its_target_for_itself_has_no_rival() -> None:
    assert [] == rivals(Listening((A, WORKER), (B, OTHER)).targets, A)


def test_each_is_the_others_rival() -> None:
    made = Listening((A, WORKER), (WEB, WORKER)).targets
    assert (["HorizontalPodAutoscaler jobs/web"], ["ZeroPodAutoscaler jobs/a"]) == (rivals(made, A), rivals(made, WEB))


def test_several_come_in_an_order_that_stays() -> None:
    made = Listening((WEB, WORKER), (B, WORKER), (A, WORKER)).targets
    assert ["HorizontalPodAutoscaler jobs/web", "ZeroPodAutoscaler jobs/b"] == rivals(made, A)


def test_one_name_in_two_kinds_is_two_autoscalers() -> None:
    made = Listening((named("web"), WORKER), (WEB, WORKER)).targets
    assert ["ZeroPodAutoscaler jobs/web"] == rivals(made, WEB)


@pytest.mark.parametrize(
    "reference",
    [
        CrossVersionObjectReference(api_version="apps/v1", kind="StatefulSet", name="worker"),
        CrossVersionObjectReference(api_version="example.com/v1", kind="Deployment", name="worker"),
        CrossVersionObjectReference(api_version="v1", kind="Deployment", name="worker"),
        OTHER,
    ],
    ids=["kind", "group", "no group", "name"],
)
def test_another_workload_is_no_reason(reference: CrossVersionObjectReference) -> None:
    assert [] == rivals(Listening((A, WORKER), (B, reference)).targets, A)


def test_another_version_of_the_same_workload_is_one() -> None:
    older = CrossVersionObjectReference(api_version="apps/v1beta1", kind="Deployment", name="worker")
    assert ["ZeroPodAutoscaler jobs/b"] == rivals(Listening((A, WORKER), (B, older)).targets, A)


def test_another_namespace_is_another_workload() -> None:
    assert [] == rivals(Listening((A, WORKER), (named("b", namespace="other"), WORKER)).targets, A)


def test_who_moves_on_to_another_target_is_no_rival_any_more() -> None:
    made = Listening((A, WORKER), (B, WORKER))
    made.targets.put(B, OTHER)
    assert ([], [A]) == (rivals(made.targets, A), made.told)


def test_who_is_gone_is_no_rival_any_more() -> None:
    made = Listening((A, WORKER), (B, WORKER))
    made.targets.remove(B)
    assert ([], [A]) == (rivals(made.targets, A), made.told)


def test_who_gets_a_rival_is_told() -> None:
    made = Listening((A, WORKER))
    made.targets.put(WEB, WORKER)
    assert [A] == made.told


def test_who_stays_where_it_is_disturbs_nobody() -> None:
    made = Listening((A, WORKER), (B, WORKER))
    made.targets.put(B, WORKER)
    assert [] == made.told


def test_who_was_never_there_may_be_removed() -> None:
    made = Listening((A, WORKER))
    made.targets.remove(B)
    assert [] == made.told


def test_everybody_with_a_target_is_known() -> None:
    assert {A, WEB} == Listening((A, WORKER), (WEB, OTHER)).targets.all()


def strangers(targets: Targets, of: AutoscalerId) -> list[Stranger]:
    asked = AutoscalerSpec(scale_target_ref=WORKER, min_replicas=0, max_replicas=1)
    return list(targets.strangers(autoscaler(asked, kind=of.kind, key=of.key)))


def test_one_that_nobody_of_ours_looks_after_is_a_stranger() -> None:
    made = Listening((A, WORKER), (B, WORKER)).targets
    made.put(WEB, WORKER, FOREIGN)
    assert [FOREIGN] == strangers(made, A)


def test_a_stranger_that_is_taken_care_of_is_one_no_more() -> None:
    made = Listening((A, WORKER)).targets
    made.put(WEB, WORKER, FOREIGN)
    made.put(WEB, WORKER)
    assert ([], ["HorizontalPodAutoscaler jobs/web"]) == (strangers(made, A), rivals(made, A))


def test_a_stranger_that_is_gone_is_forgotten() -> None:
    made = Listening((A, WORKER)).targets
    made.put(WEB, WORKER, FOREIGN)
    made.remove(WEB)
    assert [] == strangers(made, A)
