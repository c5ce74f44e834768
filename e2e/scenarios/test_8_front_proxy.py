"""Scenario 8: only the real front proxy may say who asks, and the cluster decides what that one may read."""

import pytest

from e2e.control_plane.api import NOBODY, Api, Identity
from e2e.control_plane.cluster import Cluster
from e2e.control_plane.credentials import FRONT_PROXY_NAME
from e2e.control_plane.lagzero import Adapter
from e2e.control_plane.patience import eventually
from e2e.scenarios.stage import Stage

_AS_ADMIN = {"X-Remote-User": "admin", "X-Remote-Group": "system:masters"}


@pytest.fixture
def direct(stage: Stage, adapter: Adapter) -> tuple[Stage, Api]:
    """Calls that go around the aggregator."""
    stage.put(1)
    return stage, Api(adapter.url, ca=adapter.ca)


def test_nobody_is_refused(direct: tuple[Stage, Api]) -> None:
    stage, api = direct
    assert api.request("GET", stage.metric_path(), headers=_AS_ADMIN).code == 401


def test_the_front_proxys_name_from_the_clients_authority_is_not_believed(
    direct: tuple[Stage, Api], cluster: Cluster
) -> None:
    stage, api = direct
    pair = cluster.credentials.clients.issue_client(FRONT_PROXY_NAME)
    impostor = Identity.of_certificate(*cluster.credentials.write_pair("impostor", pair))
    answer = api.as_user(impostor).request("GET", stage.metric_path(), headers=_AS_ADMIN)
    # An ordinary client that bears that name is a forger or a mistake.
    assert answer.code == 401, answer.text


def test_another_name_from_the_front_proxys_authority_is_refused(direct: tuple[Stage, Api], cluster: Cluster) -> None:
    stage, api = direct
    pair = cluster.credentials.front_proxy.issue_client("somebody-else")
    other = Identity.of_certificate(*cluster.credentials.write_pair("other-proxy", pair))
    assert api.as_user(other).request("GET", stage.metric_path(), headers=_AS_ADMIN).code == 401


def test_the_front_proxy_itself_is_believed(direct: tuple[Stage, Api], cluster: Cluster) -> None:
    stage, api = direct
    files = (cluster.credentials.file("front-proxy.crt"), cluster.credentials.file("front-proxy.key"))
    proxy = api.as_user(Identity.of_certificate(*files))
    assert proxy.request("GET", stage.metric_path(), headers=_AS_ADMIN).code == 200


def test_a_service_accounts_token_works_without_the_aggregator(direct: tuple[Stage, Api], cluster: Cluster) -> None:
    stage, api = direct
    _may_read(stage, "ServiceAccount", "default")
    reader = api.as_user(Identity(token=cluster.token(stage.namespace, "default")))
    eventually("the reader may read", lambda: reader.get(stage.metric_path()).code, wanted=lambda seen: seen == 200)


def test_a_token_that_the_cluster_does_not_know_is_refused(direct: tuple[Stage, Api]) -> None:
    stage, api = direct
    assert api.as_user(Identity(token="forged")).get(stage.metric_path()).code == 401


def test_a_user_without_rights_is_forbidden_and_told_what_is_missing(direct: tuple[Stage, Api]) -> None:
    stage, _ = direct
    api, kubectl = stage.cluster.as_user(f"stranger-{stage.namespace}")
    said = kubectl.run("get", "--raw", stage.metric_path())
    assert (api.get(stage.metric_path()).code, said.status) == (403, 1)
    assert said.error.startswith("Error from server (Forbidden): "), said.error


def test_a_user_with_rights_reads_through_the_aggregator(direct: tuple[Stage, Api]) -> None:
    stage, _ = direct
    user = f"reader-{stage.namespace}"
    _may_read(stage, "User", user)
    api, _ = stage.cluster.as_user(user)
    eventually("the reader may read", lambda: api.get(stage.metric_path()).code, wanted=lambda seen: seen == 200)


def test_rights_in_one_namespace_are_none_in_another(direct: tuple[Stage, Api]) -> None:
    stage, _ = direct
    user = f"neighbour-{stage.namespace}"
    _may_read(stage, "User", user)
    api, _ = stage.cluster.as_user(user)
    eventually("the neighbour may read at home", lambda: api.get(stage.metric_path()).code == 200)
    path = stage.metric_path().replace(stage.namespace, "kube-public")
    assert api.get(path).code == 403


def test_without_a_certificate_the_probes_still_answer(adapter: Adapter) -> None:
    api = Api(adapter.url, ca=adapter.ca, identity=NOBODY)
    assert [api.get(path).code for path in ("/livez", "/readyz")] == [200, 200]


def _may_read(stage: Stage, kind: str, name: str) -> None:
    meta = {"name": "metrics-reader", "namespace": stage.namespace}
    group = "rbac.authorization.k8s.io"
    rule = {"apiGroups": ["external.metrics.k8s.io"], "resources": ["queue_consumer_lag"], "verbs": ["list"]}
    subject = {"kind": kind, "name": name, **({"namespace": stage.namespace} if kind == "ServiceAccount" else {})}
    own = {"apiGroup": group} if kind == "User" else {}
    stage.cluster.kubectl.apply(
        {"apiVersion": f"{group}/v1", "kind": "Role", "metadata": meta, "rules": [rule]},
        {
            "apiVersion": f"{group}/v1",
            "kind": "RoleBinding",
            "metadata": meta,
            "roleRef": {"apiGroup": group, "kind": "Role", "name": meta["name"]},
            "subjects": [{**subject, **own}],
        },
    )
