"""The manifests grant what the programs send, and nothing else."""

import pytest

from scaler.api.kinds import AutoscalerKind
from scaler.cluster.workloads import WORKLOAD_KINDS
from scaler.config import LEASE_NAME
from tests.architecture.manifests import COMPONENTS, MANIFESTS, OVERLAYS, Object, grants, name_of, objects_of, of_kind

AUTOSCALERS = AutoscalerKind.ZERO_POD_AUTOSCALER
GROUP = AUTOSCALERS.api_version.partition("/")[0]
STOCK = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
SENT_BY_THE_SCALER = {
    (GROUP, AUTOSCALERS.plural, "list"),
    (GROUP, AUTOSCALERS.plural, "watch"),
    (GROUP, f"{AUTOSCALERS.plural}/status", "patch"),
    *((STOCK.group, STOCK.plural, verb) for verb in ("list", "watch", "patch")),
    (STOCK.group, f"{STOCK.plural}/status", "patch"),
    *((kind.group, kind.plural, verb) for kind in WORKLOAD_KINDS for verb in ("get", "list", "watch")),
    *((kind.group, f"{kind.plural}/scale", "patch") for kind in WORKLOAD_KINDS),
    ("", "pods", "list"),
    ("metrics.k8s.io", "pods", "list"),
    ("custom.metrics.k8s.io", "*", "get"),
    ("", "events", "create"),
    ("", "events", "patch"),
}
SENT_FOR_THE_LEASE = {("coordination.k8s.io", "leases", verb) for verb in ("get", "create", "update")}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_the_scaler_may_do_what_it_does(overlay: str) -> None:
    objects = _objects(overlay)
    [cluster_role], [role] = of_kind("ClusterRole", objects), of_kind("Role", objects)
    assert grants(cluster_role) == SENT_BY_THE_SCALER
    assert (role["metadata"]["namespace"], grants(role)) == ("lagzero-system", SENT_FOR_THE_LEASE)


def test_the_metrics_api_is_read_by_list() -> None:
    [role] = of_kind("ClusterRole", objects_of(MANIFESTS / "components/external-metrics-api"))
    assert grants(role) == {("external.metrics.k8s.io", "*", "list")}


def test_of_leases_only_the_scalers_own_is_touched() -> None:
    [role] = of_kind("Role", _objects("split"))
    named = [rule.get("resourceNames") for rule in role["rules"] if "create" not in rule["verbs"]]
    assert named == [[LEASE_NAME]]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_binding_names_an_account_and_a_role_that_are_there(overlay: str) -> None:
    objects = _objects(overlay)
    accounts = {(account["metadata"]["namespace"], name_of(account)) for account in of_kind("ServiceAccount", objects)}
    roles = {name_of(each) for kind in ("Role", "ClusterRole") for each in of_kind(kind, objects)}
    theirs = {"system:auth-delegator", "extension-apiserver-authentication-reader"}
    for binding in _bindings(objects):
        assert {(subject["namespace"], subject["name"]) for subject in binding["subjects"]} <= accounts
        assert binding["roleRef"]["name"] in roles | theirs


def test_split_gives_the_program_that_strangers_talk_to_no_right_to_write() -> None:
    held = _held_by("lagzero-adapter", _objects("split"))
    assert held == {"system:auth-delegator", "extension-apiserver-authentication-reader"}


def test_split_gives_the_scaler_nothing_of_the_adapters() -> None:
    assert _held_by("lagzero-scaler", _objects("split")) == {"lagzero-scaler"}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_pod_runs_as_an_account_of_its_overlay(overlay: str) -> None:
    objects = _objects(overlay)
    used = {each["spec"]["template"]["spec"]["serviceAccountName"] for each in of_kind("Deployment", objects)}
    assert used == {name_of(account) for account in of_kind("ServiceAccount", objects)}


def test_every_component_is_tried_by_a_test() -> None:
    assert sorted(COMPONENTS) == sorted(folder.name for folder in (MANIFESTS / "components").iterdir())


def _objects(overlay: str) -> list[Object]:
    return objects_of(MANIFESTS / "overlays" / overlay)


def _bindings(objects: list[Object]) -> list[Object]:
    return [*of_kind("RoleBinding", objects), *of_kind("ClusterRoleBinding", objects)]


def _held_by(account: str, objects: list[Object]) -> set[str]:
    return {
        binding["roleRef"]["name"]
        for binding in _bindings(objects)
        if account in {subject["name"] for subject in binding["subjects"]}
    }
