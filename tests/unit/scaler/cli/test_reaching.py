"""Claims about `scaler.cli.reaching`: what a verb says where the cluster has nothing of what it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adapter.kube.errors import NotFound
from scaler.cli.reaching import absence
from tests.support.http_peer import http_peer, status_answer, text_answer
from tests.unit.scaler.cli.peered import call

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.http_peer import Answer

REQUEST = "GET /apis/lagzero.dev/v1alpha1/namespaces/jobs/zeropodautoscalers/worker"
NO_RESOURCE = "the server could not find the requested resource"
UNKNOWN = {
    "status": status_answer(404, reason="NotFound", message=NO_RESOURCE),
    "page": text_answer("404 page not found\n", code=404),
}


@pytest.mark.parametrize("answer", UNKNOWN.values(), ids=UNKNOWN)
@pytest.mark.parametrize(
    "verb",
    [
        ("status",),
        ("status", "-A", "-w"),
        ("pause", "worker"),
        ("resume", "worker"),
        ("explain", "worker"),
        ("explain", "worker", "--status"),
    ],
    ids=" ".join,
)
async def test_a_cluster_without_the_definition_is_named_as_such(
    tmp_path: Path, verb: tuple[str, ...], answer: Answer
) -> None:
    async with http_peer(answer) as peer:
        result = await call(peer.url, tmp_path, *verb)
    expected = "error: this cluster has no ZeroPodAutoscalers: it isn't the one you mean"
    assert (1, 1, True) == (result.exit_code, len(result.stderr.splitlines()), result.stderr.startswith(expected))


def test_one_that_is_not_there_is_named_by_the_api_server() -> None:
    message = 'zeropodautoscalers.lagzero.dev "worker" not found'
    assert message == absence(NotFound(message, code=404, request=REQUEST))


def test_what_is_not_there_of_another_group_says_nothing_of_ours() -> None:
    request = "GET /apis/keda.sh/v1alpha1/scaledobjects"
    assert NO_RESOURCE == absence(NotFound(NO_RESOURCE, code=404, request=request))
