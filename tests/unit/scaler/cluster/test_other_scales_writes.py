"""Claims about `scaler.cluster.other_scales`: how counts of a kind that nobody watches are written."""

from dataclasses import replace

import pytest

from adapter.kube.errors import NotFound
from scaler.algorithm.model import ReplicasWriter, WriterKind
from tests.unit.scaler.cluster.clients import sent
from tests.unit.scaler.cluster.widgets import (
    CONTROLLER,
    FOUND,
    OBJECT,
    PAGE,
    SCALE,
    WIDGETS,
    definition,
    metadata,
    resources,
    scale,
    scales_of,
)


async def test_a_count_of_a_custom_object_is_an_update_of_its_scale() -> None:
    async with scales_of(*FOUND, scale(5, version="8")) as asked:
        version = await asked.scales.put((await asked.read()).target, 5)
    request = asked.peer.requests[-1]
    expected = {"metadata": {"resourceVersion": "7"}, "spec": {"replicas": 5}}
    assert ("8", SCALE, "application/merge-patch+json", expected) == (
        version,
        request.path,
        request.headers["content-type"],
        sent(request),
    )


async def test_a_zero_of_a_custom_object_is_applied_to_itself_so_that_it_has_an_owner() -> None:
    async with scales_of(*WIDGETS, scale(), metadata(), definition(".spec.job.size"), metadata(version="8")) as asked:
        version = await asked.scales.put((await asked.read()).target, 0)
    request = asked.peer.requests[-1]
    expected = {
        "apiVersion": "example.dev/v1",
        "kind": "Widget",
        "metadata": {"name": "worker", "namespace": "jobs", "resourceVersion": "7"},
        "spec": {"job": {"size": 0}},
    }
    assert ("8", OBJECT, "application/apply-patch+yaml", "lagzero-scaler", expected) == (
        version,
        request.path,
        request.headers["content-type"],
        request.query["fieldManager"],
        sent(request),
    )


@pytest.mark.parametrize("count", [0, 5])
async def test_a_count_of_the_api_servers_own_kind_is_an_apply_of_its_scale(count: int) -> None:
    core = resources("replicationcontrollers", "ReplicationController")
    async with scales_of(core, scale(), metadata(), scale(count, version="8"), reference=CONTROLLER) as asked:
        await asked.scales.put((await asked.read()).target, count)
    request = asked.peer.requests[-1]
    path = "/api/v1/namespaces/jobs/replicationcontrollers/worker/scale"
    assert (path, "application/apply-patch+yaml") == (request.path, request.headers["content-type"])


async def test_what_was_written_is_known_at_once() -> None:
    async with scales_of(*FOUND) as asked:
        target = (await asked.read()).target
        asked.scales.wrote(replace(target, scale=replace(target.scale, spec_replicas=0), resource_version="8"))
        assert (0, "8") == ((seen := (await asked.read()).target).scale.spec_replicas, seen.resource_version)


async def test_a_version_that_we_made_needs_no_second_look_at_its_owner() -> None:
    async with scales_of(*FOUND, scale(5, version="8")) as asked:
        target = (await asked.read()).target
        ours = ReplicasWriter(kind=WriterKind.OURS)
        asked.scales.wrote(replace(target, writer=ours, resource_version="8"))
        seen = (await asked.read()).target
    assert (5, ours, [SCALE]) == (seen.scale.spec_replicas, seen.writer, asked.paths[5:])


async def test_a_write_to_a_kind_that_is_gone_is_an_error_of_the_api() -> None:
    async with scales_of(*FOUND, PAGE) as asked:
        target = (await asked.read()).target
        with pytest.raises(NotFound):
            await asked.scales.put(target, 5)
