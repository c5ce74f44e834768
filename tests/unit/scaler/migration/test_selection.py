"""Claims about whom a hand-over of many takes."""

from adapter.kube.meta import NamespacedName
from scaler.api.kinds import AutoscalerKind
from scaler.migration.seen import MARK
from scaler.migration.selection import to_be_handed_over
from tests.support.http_peer import http_peer, json_answer
from tests.unit.scaler.migration.connected import connected

STOCK = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER


def named(name: str, namespace: str = "jobs", **metadata: object) -> dict[str, object]:
    return {"metadata": {"name": name, "namespace": namespace, **metadata}}


async def test_all_of_the_kind_and_those_that_were_begun_but_none_that_another_object_keeps() -> None:
    owned = named("owned", ownerReferences=[{"kind": "ScaledObject", "name": "owned"}])
    stocks = json_answer({"items": [named("b"), named("a"), owned]})
    zeros = json_answer(
        {"items": [named("c", annotations={MARK: "from-hpa"}), named("d", annotations={MARK: "to-hpa"})]}
    )
    async with http_peer(stocks, zeros) as peer, connected(peer) as client:
        found = await to_be_handed_over(client, STOCK, "from-hpa", "jobs")
    assert tuple(NamespacedName("jobs", name) for name in "abc") == found


async def test_all_namespaces_are_read_at_once() -> None:
    stocks = json_answer({"items": [named("a", "two"), named("a", "one")]})
    async with http_peer(stocks, json_answer({"items": []})) as peer, connected(peer) as client:
        found = await to_be_handed_over(client, STOCK, "from-hpa", None)
        assert "/apis/autoscaling/v2/horizontalpodautoscalers" == peer.requests[0].path
    assert ("one/a", "two/a") == tuple(map(str, found))
