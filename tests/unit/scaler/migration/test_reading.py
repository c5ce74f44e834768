"""Claims about a look at the cluster: what is read, and what isn't there."""

import pytest

from adapter.kube.errors import Forbidden
from scaler.algorithm.model import WriterKind
from scaler.migration.reading import look
from tests.support.http_peer import HttpPeer, http_peer, json_answer, status_answer
from tests.unit.scaler.migration.connected import connected
from tests.unit.scaler.migration.moved import KEY, TARGET, stock, zero

STOCKS = "/apis/autoscaling/v2/namespaces/jobs/horizontalpodautoscalers"
ZEROS = "/apis/lagzero.dev/v1alpha1/namespaces/jobs/zeropodautoscalers"
WORKLOAD = "/apis/apps/v1/namespaces/jobs/deployments/worker"
GONE = status_answer(404, reason="NotFound", message="gone")
NONE = json_answer({"items": []})


def aimed(name: str, target: dict[str, str]) -> dict[str, object]:
    return {"metadata": {"name": name, "namespace": "jobs"}, "spec": {"scaleTargetRef": target}}


def paths(peer: HttpPeer) -> list[str]:
    return [request.path for request in peer.requests]


async def test_everything_is_read_that_a_plan_depends_on() -> None:
    deployment = {"metadata": {"resourceVersion": "9"}, "spec": {"replicas": 3}}
    async with (
        http_peer(json_answer(stock()), GONE, NONE, NONE, json_answer(deployment)) as peer,
        connected(peer) as client,
    ):
        found = await look(client, KEY)
        assert [f"{STOCKS}/worker", f"{ZEROS}/worker", STOCKS, ZEROS, WORKLOAD] == paths(peer)
    assert (stock(), None, ()) == (found.stock, found.zero, found.rivals)
    assert found.workload is not None
    assert (3, "9", WriterKind.UNKNOWN) == (
        found.workload.spec_replicas,
        found.workload.resource_version,
        found.workload.writer.kind,
    )


async def test_other_autoscalers_of_the_target_are_rivals_whatever_version_they_call_it_by() -> None:
    older, far = {**TARGET, "apiVersion": "apps/v1beta1"}, {**TARGET, "name": "far"}
    stocks = json_answer({"items": [stock(), aimed("other", older), aimed("far", far)]})
    zeros = json_answer({"items": [aimed("worker", TARGET), aimed("watching", TARGET)]})
    async with http_peer(json_answer(stock()), GONE, stocks, zeros, GONE) as peer, connected(peer) as client:
        found = await look(client, KEY)
    assert ("HorizontalPodAutoscaler other", "ZeroPodAutoscaler watching") == found.rivals


async def test_where_our_kind_is_not_served_there_are_none_of_it() -> None:
    async with http_peer(json_answer(stock()), GONE, NONE, GONE, GONE) as peer, connected(peer) as client:
        found = await look(client, KEY)
    assert (None, None, ()) == (found.zero, found.workload, found.rivals)


async def test_the_target_is_that_of_whichever_there_is() -> None:
    async with http_peer(GONE, json_answer(zero()), NONE, NONE, GONE) as peer, connected(peer) as client:
        await look(client, KEY)
        assert WORKLOAD == paths(peer)[-1]


async def test_lists_are_read_to_their_last_page() -> None:
    first = json_answer({"metadata": {"continue": "more"}, "items": []})
    async with http_peer(GONE, GONE, first, NONE, NONE) as peer, connected(peer) as client:
        await look(client, KEY)
        assert [None, "more", None] == [request.query.get("continue") for request in peer.requests[2:]]


async def test_what_may_not_be_read_is_no_absence() -> None:
    async with http_peer(status_answer(403, reason="Forbidden")) as peer, connected(peer) as client:
        with pytest.raises(Forbidden):
            await look(client, KEY)


async def test_why_nothing_scales_a_target_is_kept() -> None:
    daemons = stock()
    daemons["spec"] = {**daemons["spec"], "scaleTargetRef": {**TARGET, "kind": "DaemonSet"}}
    group = json_answer({"versions": [{"version": "v1"}], "preferredVersion": {"version": "v1"}})
    kinds = json_answer({"resources": [{"name": "daemonsets", "kind": "DaemonSet", "namespaced": True}]})
    async with http_peer(json_answer(daemons), GONE, NONE, NONE, group, kinds) as peer, connected(peer) as client:
        found = await look(client, KEY)
    assert (None, "daemonsets.apps have no /scale, so no autoscaler can scale them") == (
        found.workload,
        found.unscalable,
    )


async def test_without_an_autoscaler_no_target_is_looked_for() -> None:
    async with http_peer(GONE, GONE, NONE, NONE) as peer, connected(peer) as client:
        found = await look(client, KEY)
    assert (None, "") == (found.workload, found.unscalable)
