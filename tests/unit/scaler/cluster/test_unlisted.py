"""Claims about `scaler.cluster.unlisted`: what is said of collections that were not listed yet."""

import asyncio
from dataclasses import dataclass, field
from typing import Never

import pytest

from scaler.cluster.unlisted import unlisted

PODS = "/api/v1/namespaces/jobs/pods"
SETS = "/apis/apps/v1/statefulsets"


@dataclass(slots=True)
class Silent:
    """A watch that has listed nothing."""

    path: str
    trouble: str = ""
    heard_at: float = 0.0
    synced: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> Never:
        raise AssertionError


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/api/v1/pods", "pods"),
        (PODS, "pods in namespace jobs"),
        (SETS, "statefulsets.apps"),
        ("/apis/apps/v1/namespaces/namespaces/deployments", "deployments.apps in namespace namespaces"),
        ("/apis/lagzero.dev/v1alpha1/zeropodautoscalers", "zeropodautoscalers.lagzero.dev"),
    ],
)
def test_a_collection_is_named_as_rights_to_it_are(path: str, name: str) -> None:
    assert f"{name}: not listed yet" == unlisted([Silent(path)])


def test_its_last_trouble_is_told_without_the_request() -> None:
    trouble = f"GET {SETS}: 403 Forbidden: statefulsets.apps is forbidden"
    assert "statefulsets.apps: 403 Forbidden: statefulsets.apps is forbidden" == unlisted([Silent(SETS, trouble)])


def test_what_was_listed_is_not_named() -> None:
    listed = Silent(PODS)
    listed.synced.set()
    assert ["", "statefulsets.apps: not listed yet"] == [unlisted([listed]), unlisted([listed, Silent(SETS)])]


def test_what_has_trouble_is_told_first_and_only_a_few_are_named() -> None:
    names = [Silent(f"/api/v1/namespaces/{name}/pods") for name in "abcde"]
    said = unlisted([*names, Silent(SETS, "no answer"), Silent("/apis/apps/v1/deployments", "no answer")])
    first, second, *_, last = said.split("; ")
    assert ("statefulsets.apps: no answer", "deployments.apps: no answer", "and 2 more") == (first, second, last)


def test_a_long_answer_is_cut_and_stays_a_line() -> None:
    said = unlisted([Silent(SETS, "<html>\n" + "x" * 10_000)])
    assert (True, False, True) == (said.startswith("statefulsets.apps: <html> xxx"), "\n" in said, len(said) < 300)
