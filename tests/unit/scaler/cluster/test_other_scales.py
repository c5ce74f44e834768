"""Claims about `scaler.cluster.other_scales`: what is asked for a kind that nobody watches, and what it means.

More of it, and what writes mean, is claimed in tests/contracts/ports.
"""

import pytest

from scaler.algorithm.model import Scale, WriterKind
from scaler.api.types import CrossVersionObjectReference
from tests.support.http_peer import json_answer, status_answer
from tests.unit.scaler.cluster.widgets import (
    FOUND,
    GROUP,
    KEY,
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


async def test_the_scale_is_read_where_discovery_says_whatever_version_was_named() -> None:
    async with scales_of(*FOUND) as asked:
        target = (await asked.read()).target
    assert (Scale(spec_replicas=3, status_replicas=2, selector="app=worker"), "7", "uid-1", SCALE) == (
        target.scale,
        target.resource_version,
        target.uid,
        asked.paths[2],
    )


async def test_a_count_that_is_left_out_is_zero() -> None:
    async with scales_of(*WIDGETS, scale(0), metadata(), definition()) as asked:
        assert 0 == (await asked.read()).target.scale.spec_replicas


async def test_the_writer_is_that_of_the_field_that_the_definition_names() -> None:
    answers = (*WIDGETS, scale(), metadata("lagzero-scaler", "f:size"), definition(".spec.size"))
    async with scales_of(*answers) as asked:
        assert WriterKind.OURS is (await asked.read()).target.writer.kind


async def test_the_annotations_that_may_pause_are_read() -> None:
    annotations = {"lagzero.dev/paused": "true", "other": "x"}
    async with scales_of(*WIDGETS, scale(), metadata(annotations=annotations), definition()) as asked:
        assert {"lagzero.dev/paused": "true"} == (await asked.read()).annotations


async def test_the_next_look_asks_for_the_scale_alone_while_the_version_stays() -> None:
    async with scales_of(*FOUND, scale(), scale()) as asked:
        for _ in range(3):
            await asked.read()
    assert [SCALE, SCALE] == asked.paths[5:]


async def test_another_version_has_its_metadata_read_anew() -> None:
    async with scales_of(*FOUND, scale(4, version="8"), metadata("lagzero-scaler", version="8")) as asked:
        await asked.read()
        target = (await asked.read()).target
    assert (4, WriterKind.OURS, [SCALE, OBJECT]) == (target.scale.spec_replicas, target.writer.kind, asked.paths[5:])


async def test_a_sleeper_is_asked_for_only_now_and_then() -> None:
    async with scales_of(*WIDGETS, scale(0), metadata(), definition(), scale(2, version="8"), metadata()) as asked:
        counts = []
        for _ in range(6):
            counts.append((await asked.read()).target.scale.spec_replicas)
            await asked.clock.advance(1)
    assert ([0, 0, 0, 0, 0, 2], 7) == (counts, len(asked.paths))


async def test_an_object_that_is_not_there_is_told_in_the_api_servers_words() -> None:
    async with scales_of(
        *WIDGETS, status_answer(404, reason="NotFound", message='widgets "worker" not found')
    ) as asked:
        assert 'widgets "worker" not found' == await asked.why_not()


async def test_a_kind_that_nobody_serves_is_told_as_the_stock_controller_does() -> None:
    async with scales_of(PAGE) as asked:
        assert 'no matches for kind "Widget" in group "example.dev"' == await asked.why_not()


async def test_a_kind_without_a_scale_is_told_as_the_stock_controller_does() -> None:
    async with scales_of(GROUP, resources("widgets", "Widget", scaled=False)) as asked:
        assert "the server could not find the requested resource" == await asked.why_not()


async def test_a_kind_that_is_removed_is_no_longer_served() -> None:
    async with scales_of(*FOUND, PAGE, PAGE) as asked:
        await asked.read()
        await asked.clock.advance(15)
        assert 'no matches for kind "Widget" in group "example.dev"' == await asked.why_not()


async def test_a_kind_that_moved_to_another_version_is_found_there() -> None:
    moved = json_answer({"versions": [{"version": "v2"}], "preferredVersion": {"version": "v2"}})
    answers = (*FOUND, PAGE, moved, resources("widgets", "Widget"), scale())
    async with scales_of(*answers) as asked:
        await asked.read()
        await asked.clock.advance(15)
        await asked.read()
    assert "/apis/example.dev/v2/namespaces/jobs/widgets/worker/scale" == asked.paths[-1]


async def test_a_reference_that_is_no_group_and_version_is_not_asked_for() -> None:
    odd = CrossVersionObjectReference(kind="Widget", name="worker", api_version="a/b/c")
    async with scales_of(reference=odd) as asked:
        assert ("unexpected GroupVersion string: a/b/c", []) == (await asked.why_not(), asked.paths)


@pytest.mark.parametrize("code", [403, 429, 500, 503])
async def test_a_failure_is_told_in_the_api_servers_words(code: int) -> None:
    async with scales_of(*WIDGETS, status_answer(code, message="no, thank you")) as asked:
        assert "no, thank you" == await asked.why_not()


async def test_the_selector_of_what_was_read_is_known_without_asking() -> None:
    async with scales_of(*FOUND) as asked:
        before = asked.scales.selector(KEY)
        await asked.read()
        assert ("", "app=worker") == (before, asked.scales.selector(KEY))
