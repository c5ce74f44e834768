"""Targets and definitions that go and come back, and very many objects at once: each gets its count, in one write."""

import http.client
import json
import ssl
from typing import Any

import pytest
import yaml

from tests.chain.cluster import Cluster, path_of
from tests.chain.polling import until
from tests.chain.programs import ROOT
from tests.faults.audit import scaled, without_the_lease, writes
from tests.faults.pace import Pace
from tests.faults.world import World

_DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
_NAME = "zeropodautoscalers.lagzero.dev"
USUAL = {"--sync-period": "15s"}
"""A thousand objects are too many for looks every half second."""


def test_a_target_that_was_deleted_and_made_again_is_scaled_as_if_it_was_new(world: World) -> None:
    worker = world.worker("queue", world.start_scaler())
    worker.backlog(60)
    worker.create(count=2)
    worker.until_state("Active")
    world.cluster.delete(worker.path)
    until("it is missed", lambda: worker.condition("AbleToScale"), lambda seen: seen[1] == "FailedGetScale")
    worker.backlog(120)
    worker.create_workload(count=1)
    worker.until_count(4)
    worker.until_decided(3)
    assert ([("red", 4)], []) == (scaled(world.requests(), "queue"), without_the_lease(world.requests()))


def test_a_target_that_was_made_again_at_zero_is_paused(world: World) -> None:
    worker = world.worker("queue", world.start_scaler())
    worker.backlog(0)
    worker.create(count=1)
    worker.until_asleep()
    world.cluster.delete(worker.path)
    worker.create_workload(count=0)
    worker.backlog(120)
    worker.until_state("Paused")
    worker.until_decided(3)
    assert [("red", 0)] == scaled(world.requests(), "queue")


def test_when_the_definition_is_removed_nothing_moves_and_when_it_is_back_all_goes_on(world: World) -> None:
    red = world.start_scaler()
    worker = world.worker("queue", red)
    worker.backlog(60)
    worker.create(count=2)
    worker.until_state("Active")
    remove_definition(world.cluster)
    try:
        world.end_watches()
        worker.backlog(0)
        red.until_said("watch interrupted", times=2)
        unmoved = worker.count(), scaled(world.requests(), "queue")
    finally:
        put_definition_back(world.cluster)
    worker.backlog(120)
    worker.create_autoscaler()
    worker.until_count(4)
    assert ((2, []), [("red", 4)]) == (unmoved, scaled(world.requests(), "queue"))


@pytest.mark.timeout(1200)
def test_very_many_objects_at_once_each_get_their_count_in_one_write(world: World, pace: Pace) -> None:
    """A thousand in the long form."""
    red = world.start_scaler(flags=USUAL)
    workers = [world.worker(f"queue-{number}", red) for number in range(pace.objects)]
    for number, worker in enumerate(workers):
        worker.backlog(30 * (1 + number % 3))
    create_all(world.cluster, [document for worker in workers for document in worker.documents(count=1)])
    wanted = {worker.name: 1 + number % 3 for number, worker in enumerate(workers)}
    until(
        "each has its count",
        lambda: counts_of(world.cluster, red.namespace),
        lambda seen: seen == wanted,
        deadline_seconds=900,
    )
    expected = sorted((f"/{name}/scale", count) for name, count in wanted.items() if count > 1)
    assert expected == sorted(written(world))
    assert [] == without_the_lease(world.requests())


def counts_of(cluster: Cluster, namespace: str) -> dict[str, int]:
    """The count of every Deployment."""
    items = cluster.get(path_of("Deployment", namespace, "").rstrip("/"))["items"]
    return {item["metadata"]["name"]: item["spec"]["replicas"] for item in items}


def written(world: World) -> list[tuple[str, int]]:
    done = [each for each in writes(world.requests()) if each["path"].endswith("/scale")]
    return [("/" + "/".join(each["path"].rsplit("/", 2)[1:]), each["to"]) for each in done]


def remove_definition(cluster: Cluster) -> None:
    cluster.delete(f"{_DEFINITIONS}/{_NAME}")


def put_definition_back(cluster: Cluster) -> None:
    for file in (ROOT / "manifests/base/crd").glob("*.yaml"):
        document = yaml.safe_load(file.read_text())
        if document["kind"] == "CustomResourceDefinition":
            cluster.post(_DEFINITIONS, document)


def create_all(cluster: Cluster, documents: list[dict[str, Any]]) -> None:
    """As fast as one connection can."""
    tls = ssl.create_default_context(cafile=str(cluster.state / "ca.crt"))
    tls.load_cert_chain(cluster.state / "admin.crt", cluster.state / "admin.key")
    host, _, port = cluster.url.removeprefix("https://").rpartition(":")
    connection = http.client.HTTPSConnection(host, int(port), context=tls, timeout=60)
    for document in documents:
        metadata = document["metadata"]
        path = path_of(document["kind"], metadata["namespace"], "").rstrip("/")
        connection.request("POST", path, json.dumps(document), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 201, body
    connection.close()
