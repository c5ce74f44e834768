"""Claims about `scaler.migration.target_reading`: whatever has a /scale is found, and its count and writer are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scaler.algorithm.model import WriterKind
from scaler.migration.seen import CustomCount, SeenWorkload, Unscalable
from scaler.migration.target_reading import read_target, workload_of
from tests.support.http_peer import http_peer, json_answer, status_answer
from tests.unit.scaler.cluster.widgets import (
    FOUND,
    GROUP,
    OBJECT,
    PAGE,
    SCALE,
    WIDGETS,
    definition,
    metadata,
    resources,
    scale,
)
from tests.unit.scaler.migration.connected import connected

if TYPE_CHECKING:
    from scaler.migration.seen import SeenTarget
    from tests.support.http_peer import Answer, HttpPeer

GONE = status_answer(404, reason="NotFound", message="gone")
WIDGET = {"apiVersion": "example.dev/v9", "kind": "Widget", "name": "worker"}
CONTROLLER = {"apiVersion": "v1", "kind": "ReplicationController", "name": "worker"}
CONTROLLERS = resources("replicationcontrollers", "ReplicationController")


async def asked(reference: dict[str, str], *answers: Answer) -> tuple[SeenTarget, HttpPeer]:
    async with http_peer(*answers) as peer, connected(peer) as client:
        return await read_target(client, "jobs", reference), peer


async def read(reference: dict[str, str], *answers: Answer) -> SeenWorkload:
    found, _ = await asked(reference, *answers)
    assert isinstance(found, SeenWorkload), found
    return found


async def why_not(reference: dict[str, str], *answers: Answer) -> str:
    found, _ = await asked(reference, *answers)
    assert isinstance(found, Unscalable), found
    return found.text


async def test_a_kind_that_the_scaler_watches_is_read_in_one_request() -> None:
    deployment = {"apiVersion": "apps/v1beta1", "kind": "Deployment", "name": "worker"}
    found, peer = await asked(deployment, json_answer({"spec": {"replicas": 3}}))
    assert ["/apis/apps/v1/namespaces/jobs/deployments/worker"] == [request.path for request in peer.requests]
    assert isinstance(found, SeenWorkload)
    assert (3, None, found.path) == (found.spec_replicas, found.custom, found.count_path)


async def test_any_other_kind_is_looked_up_in_the_version_that_the_server_prefers() -> None:
    found = await read(WIDGET, *FOUND)
    custom = CustomCount(api_version="example.dev/v1", kind="Widget", field=("spec", "replicas"))
    assert (OBJECT, SCALE, 3, "7", custom) == (
        found.path,
        found.count_path,
        found.spec_replicas,
        found.resource_version,
        found.custom,
    )


async def test_the_writer_is_that_of_the_field_in_which_the_kind_keeps_its_count() -> None:
    answers = (*WIDGETS, scale(), metadata("lagzero-scaler", "f:size"), definition(".spec.size"))
    found = await read(WIDGET, *answers)
    assert found.custom is not None
    assert (("spec", "size"), WriterKind.OURS) == (found.custom.field, found.writer.kind)


async def test_a_count_that_a_scale_omits_is_zero() -> None:
    assert 0 == (await read(WIDGET, *WIDGETS, scale(0), metadata(), definition())).spec_replicas


async def test_a_kind_of_the_core_group_is_no_custom_resource() -> None:
    found = await read(CONTROLLER, CONTROLLERS, scale(), metadata())
    path = "/api/v1/namespaces/jobs/replicationcontrollers/worker"
    assert (path, None) == (found.path, found.custom)


@pytest.mark.parametrize("answers", [(GONE, metadata()), (scale(), GONE)])
async def test_one_that_is_not_there_is_none(answers: tuple[Answer, ...]) -> None:
    found, _ = await asked(WIDGET, *WIDGETS, *answers)
    assert None is found


@pytest.mark.parametrize(
    ("reference", "answers", "words"),
    [
        (WIDGET, (PAGE,), 'no kind "Widget" in the group example.dev: correct scaleTargetRef, or install it'),
        (WIDGET, (GROUP, resources("gadgets", "Gadget")), 'no kind "Widget" in the group example.dev'),
        (CONTROLLER, (resources("pods", "Pod"),), 'no kind "ReplicationController" in the core group'),
        (WIDGET, (GROUP, resources("widgets", "Widget", scaled=False)), "widgets.example.dev have no /scale"),
    ],
    ids=["no group", "no kind", "not of the core group", "no scale"],
)
async def test_a_kind_that_nothing_scales_is_said_to_be_so(
    reference: dict[str, str], answers: tuple[Answer, ...], words: str
) -> None:
    assert words in await why_not(reference, *answers)


def test_an_unset_count_is_one() -> None:
    assert 1 == workload_of("/x", {"spec": {}}).spec_replicas


def test_who_wrote_the_count_is_read_from_managed_fields() -> None:
    entry = {
        "manager": "lagzero-scaler",
        "operation": "Apply",
        "fieldsV1": {"f:spec": {"f:replicas": {}}},
        "subresource": "scale",
    }
    found = workload_of("/x", {"metadata": {"managedFields": [entry]}, "spec": {"replicas": 0}})
    assert (0, WriterKind.OURS) == (found.spec_replicas, found.writer.kind)
