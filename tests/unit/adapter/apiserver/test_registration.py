"""Claims about `adapter.apiserver.registration`."""

from __future__ import annotations

import base64
from datetime import timedelta

from adapter.apiserver.registration import ApiService, ApiServiceSpec, Publications, publish, read_api_service
from adapter.kube.meta import ObjectMeta
from tests.support.authority_stage import API_SERVICE
from tests.support.clock import ManualClock
from tests.support.own_authorities import OWN, authority
from tests.support.small_cluster import client_of, small_cluster

_A, _B = authority(), authority()


def _api_service(*pems: bytes) -> ApiService:
    bundle = base64.b64encode(b"".join(pems)).decode()
    return ApiService(metadata=ObjectMeta(name="a"), spec=ApiServiceSpec(ca_bundle=bundle))


async def test_one_that_is_not_there_is_none() -> None:
    async with small_cluster() as cluster, client_of(cluster) as client:
        assert await read_api_service(client, OWN.api_service) is None


async def test_publishing_changes_the_bundle_and_nothing_else() -> None:
    spec = {"group": "external.metrics.k8s.io", "service": {"namespace": "a", "name": "b"}}
    async with small_cluster() as cluster, client_of(cluster) as client:
        cluster.put(API_SERVICE, {"metadata": {"name": OWN.api_service}, "spec": spec})
        found = await read_api_service(client, OWN.api_service)
        assert found is not None
        published = await publish(client, found, _A.certificate_pem)
        stored = cluster.objects[API_SERVICE]["spec"]
    assert published.bundle_pem == _A.certificate_pem
    assert stored == {**spec, "caBundle": base64.b64encode(_A.certificate_pem).decode()}


def test_a_bundle_that_is_not_base64_holds_nothing() -> None:
    assert ApiService(metadata=ObjectMeta(), spec=ApiServiceSpec(ca_bundle="%")).bundle_pem == b""


async def test_a_certificate_is_published_from_when_it_was_first_seen() -> None:
    clock = ManualClock()
    publications = Publications(clock)
    publications.saw(_api_service(_A.certificate_pem))
    await clock.advance(5)
    publications.saw(_api_service(_B.certificate_pem, _A.certificate_pem))
    await clock.advance(2)
    durations = [publications.duration_of(each.certificate) for each in (_A, _B)]
    assert durations == [timedelta(seconds=7), timedelta(seconds=2)]


async def test_one_that_was_away_begins_anew() -> None:
    clock = ManualClock()
    publications = Publications(clock)
    publications.saw(_api_service(_A.certificate_pem))
    publications.saw(None)
    away = publications.duration_of(_A.certificate)
    await clock.advance(5)
    publications.saw(_api_service(_A.certificate_pem))
    assert (away, publications.duration_of(_A.certificate)) == (None, timedelta())
