"""The manifests grant what the programs send, and nothing else; their README says so right by right."""

import re

import pytest

from adapter.apiserver.authority_secret import AUTHORITY_TYPE
from adapter.apiserver.registration import API_SERVICE_NAME
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
    (GROUP, AUTOSCALERS.plural, "patch"),
    (GROUP, f"{AUTOSCALERS.plural}/status", "patch"),
    *((STOCK.group, STOCK.plural, verb) for verb in ("list", "watch", "patch")),
    (STOCK.group, f"{STOCK.plural}/status", "patch"),
    *((kind.group, kind.plural, verb) for kind in WORKLOAD_KINDS for verb in ("get", "list", "watch")),
    *((kind.group, f"{kind.plural}/scale", "patch") for kind in WORKLOAD_KINDS),
    ("", "pods", "list"),
    ("", "pods", "watch"),
    ("metrics.k8s.io", "pods", "list"),
    ("custom.metrics.k8s.io", "*", "get"),
    ("", "events", "create"),
    ("", "events", "patch"),
}
OF_EITHER_OVERLAY = {("lagzero-system", name) for name in ("lagzero", "lagzero-adapter")}
SENT_FOR_OWN_CA = {
    *(("", "secrets", verb) for verb in ("get", "list", "watch", "update")),
    *(("apiregistration.k8s.io", "apiservices", verb) for verb in ("get", "list", "watch", "patch")),
}
_ROLES = [
    role
    for folder in ("base", "components/own-ca", "components/pod-deletion-cost")
    for kind in ("Role", "ClusterRole")
    for role in of_kind(kind, objects_of(MANIFESTS / folder))
]
SENT_FOR_THE_LEASE = {("coordination.k8s.io", "leases", verb) for verb in ("get", "create", "update")}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_the_scaler_may_do_what_it_does(overlay: str) -> None:
    cluster_role, role = (_named("lagzero-scaler", kind, overlay) for kind in ("ClusterRole", "Role"))
    assert grants(cluster_role) == SENT_BY_THE_SCALER
    assert (role["metadata"]["namespace"], grants(role)) == ("lagzero-system", SENT_FOR_THE_LEASE)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_the_adapter_may_do_to_its_authority_what_it_does(overlay: str) -> None:
    cluster_role, role = (_named("lagzero-adapter-own-ca", kind, overlay) for kind in ("ClusterRole", "Role"))
    assert grants(role) | grants(cluster_role) == SENT_FOR_OWN_CA
    assert role["metadata"]["namespace"] == "lagzero-system"


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_of_secrets_and_api_services_only_the_adapters_own_are_touched(overlay: str) -> None:
    cluster_role, role = (_named("lagzero-adapter-own-ca", kind, overlay) for kind in ("ClusterRole", "Role"))
    [secret] = of_kind("Secret", _objects(overlay))
    [api_service] = of_kind("APIService", _objects(overlay))
    assert [rule["resourceNames"] for rule in role["rules"]] == [[name_of(secret)]]
    assert [rule["resourceNames"] for rule in cluster_role["rules"]] == [[name_of(api_service)]] == [[API_SERVICE_NAME]]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_the_empty_secret_is_one_that_the_adapter_fills_in(overlay: str) -> None:
    [secret] = of_kind("Secret", _objects(overlay))
    assert (secret["type"], "data" in secret, "stringData" in secret) == (AUTHORITY_TYPE, False, False)


def test_pods_are_patched_only_where_somebody_asks_for_it() -> None:
    [role] = of_kind("ClusterRole", objects_of(MANIFESTS / "components/pod-deletion-cost"))
    assert grants(role) == {("", "pods", "patch")}


@pytest.mark.parametrize("role", _ROLES, ids=name_of)
def test_every_right_stands_in_the_table_of_rights(role: Object) -> None:
    rows = re.findall(r"^\|.*\|$", (MANIFESTS / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    untold = [
        (resource, verb)
        for _, resource, verb in grants(role)
        if not any(f"`{verb}`" in row and all(word in row.lower() for word in _in_the_table(resource)) for row in rows)
    ]
    assert [] == untold


def test_the_metrics_api_is_read_by_list() -> None:
    [role] = of_kind("ClusterRole", objects_of(MANIFESTS / "components/external-metrics-api"))
    assert grants(role) == {("external.metrics.k8s.io", "*", "list")}


def test_of_leases_only_the_scalers_own_is_touched() -> None:
    role = _named("lagzero-scaler", "Role", "split")
    named = [rule.get("resourceNames") for rule in role["rules"] if "create" not in rule["verbs"]]
    assert named == [[LEASE_NAME]]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_binding_names_an_account_and_a_role_that_are_there(overlay: str) -> None:
    objects = _objects(overlay)
    accounts = {(account["metadata"]["namespace"], name_of(account)) for account in of_kind("ServiceAccount", objects)}
    roles = {name_of(each) for kind in ("Role", "ClusterRole") for each in of_kind(kind, objects)}
    theirs = {"system:auth-delegator", "extension-apiserver-authentication-reader"}
    for binding in _bindings(objects):
        subjects = {(subject["namespace"], subject["name"]) for subject in binding["subjects"]}
        # A component's binding names the accounts of both overlays; the one that isn't there is nobody.
        assert subjects & accounts
        assert subjects <= accounts | OF_EITHER_OVERLAY
        assert binding["roleRef"]["name"] in roles | theirs


def test_split_lets_the_program_that_strangers_talk_to_write_only_by_whom_it_is_verified() -> None:
    held = _held_by("lagzero-adapter", _objects("split"))
    assert held == {"system:auth-delegator", "extension-apiserver-authentication-reader", "lagzero-adapter-own-ca"}


def test_split_gives_the_scaler_nothing_of_the_adapters() -> None:
    assert _held_by("lagzero-scaler", _objects("split")) == {"lagzero-scaler"}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_pod_runs_as_an_account_of_its_overlay(overlay: str) -> None:
    objects = _objects(overlay)
    used = {each["spec"]["template"]["spec"]["serviceAccountName"] for each in of_kind("Deployment", objects)}
    assert used == {name_of(account) for account in of_kind("ServiceAccount", objects)}


def test_every_component_is_tried_by_a_test() -> None:
    assert sorted(COMPONENTS) == sorted(folder.name for folder in (MANIFESTS / "components").iterdir())


def _in_the_table(resource: str) -> list[str]:
    """`deployments/scale` is told as that of deployments, a Secret as one, and whatever there is as everything."""
    return ["everything" if part == "*" else part.removesuffix("s") for part in resource.split("/")]


def _named(name: str, kind: str, overlay: str) -> Object:
    [found] = [each for each in of_kind(kind, _objects(overlay)) if name_of(each) == name]
    return found


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
