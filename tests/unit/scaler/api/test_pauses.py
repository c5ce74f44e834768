"""Claims about `scaler.api.pauses`: who set the annotation of a pause, as managedFields have it."""

import pytest

from adapter.kube.meta import ManagedFieldsEntry, ObjectMeta
from scaler.api.pauses import PAUSED, UNNOTED, PauseAuthor, pause_author
from tests.support.metric_builders import NOW

SET = {PAUSED: "why"}


def entry(manager: str, time: str | None = "2026-01-01T12:00:00Z", annotation: str = PAUSED) -> ManagedFieldsEntry:
    fields: dict[str, object] = {"f:metadata": {"f:annotations": {".": {}, f"f:{annotation}": {}}}}
    return ManagedFieldsEntry(manager=manager, operation="Update", time=time, fields_v1=fields)


def author(*entries: ManagedFieldsEntry, annotations: dict[str, str] = SET) -> PauseAuthor:
    return pause_author(ObjectMeta(annotations=annotations, managed_fields=entries))


def test_the_owner_of_the_annotation_is_its_author() -> None:
    assert PauseAuthor(manager="kubectl-annotate", at=NOW) == author(entry("kubectl-annotate"))


def test_of_several_the_latest_is() -> None:
    assert "argocd" == author(entry("kubectl", "2025-01-01T12:00:00Z"), entry("argocd")).manager


def test_who_set_another_annotation_is_not() -> None:
    assert UNNOTED == author(entry("kubectl", annotation="team"))


def test_without_a_pause_there_is_no_author() -> None:
    assert UNNOTED == author(entry("kubectl"), annotations={})


@pytest.mark.parametrize("time", [None, "yesterday"])
def test_a_time_that_cannot_be_read_is_none(time: str | None) -> None:
    assert PauseAuthor(manager="kubectl") == author(entry("kubectl", time))
