"""Claims about `scaler.controller.pause`: what the annotations mean at a given moment."""

from datetime import timedelta

import pytest

from adapter.kube.meta import format_time
from scaler.algorithm.model import ExplicitPause
from scaler.api.pauses import PauseAuthor
from scaler.controller.pause import PAUSED, PAUSED_UNTIL, explicit_pause
from tests.support.metric_builders import NOW

SOON = NOW + timedelta(minutes=5)


def test_who_set_it_and_when_is_told() -> None:
    author = PauseAuthor(manager="kubectl-annotate", at=NOW)
    expected = ExplicitPause(reason="why", by="kubectl-annotate", since=NOW)
    assert expected == explicit_pause({PAUSED: "why"}, NOW, author)


def test_no_annotation_is_no_pause() -> None:
    assert explicit_pause({"team": "jobs"}, NOW) is None


def test_false_is_no_pause() -> None:
    assert explicit_pause({PAUSED: "false"}, NOW) is None


@pytest.mark.parametrize("text", ["true", ""])
def test_true_and_an_empty_value_pause_without_a_reason(text: str) -> None:
    assert ExplicitPause(reason="") == explicit_pause({PAUSED: text}, NOW)


def test_any_other_value_is_the_reason() -> None:
    assert ExplicitPause(reason="migration") == explicit_pause({PAUSED: "migration"}, NOW)


def test_a_pause_lasts_until_its_end() -> None:
    assert ExplicitPause(reason="", until=SOON) == explicit_pause(
        {PAUSED: "true", PAUSED_UNTIL: format_time(SOON)}, NOW
    )


@pytest.mark.parametrize("age_seconds", [0, 1, 3600])
def test_a_pause_whose_end_has_come_is_over(age_seconds: int) -> None:
    end = NOW - timedelta(seconds=age_seconds)
    assert explicit_pause({PAUSED: "true", PAUSED_UNTIL: format_time(end)}, NOW) is None


@pytest.mark.parametrize("text", ["tomorrow", "", "2026-13-01T00:00:00Z", "2026-01-01T12:00:00"])
def test_an_end_that_cannot_be_read_is_no_end(text: str) -> None:
    assert ExplicitPause(reason="why") == explicit_pause({PAUSED: "why", PAUSED_UNTIL: text}, NOW)


def test_an_end_alone_pauses_nothing() -> None:
    assert explicit_pause({PAUSED_UNTIL: format_time(SOON)}, NOW) is None
