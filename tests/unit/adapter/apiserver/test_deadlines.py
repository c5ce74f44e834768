"""Claims about `adapter.apiserver.deadlines`."""

import pytest

from adapter.apiserver.deadlines import deadline_seconds
from adapter.kube.durations import DurationError, parse_duration


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("0", 0.0), ("10s", 10.0), ("+1s", 1.0), ("1m30s", 90.0), ("500ms", 0.5), (".5s", 0.5), ("1.5h", 5400.0)],
)
def test_a_duration_is_read_as_go_writes_it(text: str, seconds: float) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "10", "s", "1x", "1s nonsense", "-1s", "1 s", "١s"])
def test_anything_else_is_no_duration(text: str) -> None:
    with pytest.raises(DurationError, match="write it like 10s"):
        parse_duration(text)


@pytest.mark.parametrize(
    ("timeout", "seconds"), [(None, 60.0), ("", 60.0), ("0s", 60.0), ("5s", 5.0), ("60s", 60.0), ("2h", 60.0)]
)
def test_a_caller_may_shorten_the_minute_but_not_extend_it(timeout: str | None, seconds: float) -> None:
    assert deadline_seconds(timeout) == seconds
