"""Claims about `scaler.cluster.scoped`: a watch of one namespace replaces only that one."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from scaler.cluster.scoped import ScopedSink


@dataclass(slots=True)
class Told:
    calls: list[tuple[str, object, object]] = field(default_factory=list)

    def replaced(self, items: Sequence[str], namespace: str | None) -> None:
        self.calls.append(("replaced", list(items), namespace))

    def applied(self, item: str) -> None:
        self.calls.append(("applied", item, None))

    def deleted(self, item: str) -> None:
        self.calls.append(("deleted", item, None))


@pytest.mark.parametrize("namespace", ["jobs", None])
def test_a_list_replaces_the_watchs_own_namespace(namespace: str | None) -> None:
    told = Told()
    ScopedSink(told, namespace).replaced(["a", "b"])
    assert [("replaced", ["a", "b"], namespace)] == told.calls


def test_changes_and_deletions_are_handed_on() -> None:
    told = Told()
    sink = ScopedSink(told, "jobs")
    sink.applied("a")
    sink.deleted("b")
    assert [("applied", "a", None), ("deleted", "b", None)] == told.calls
