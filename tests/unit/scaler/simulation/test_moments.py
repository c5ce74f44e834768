"""Lengths of time, in and out."""

import pytest

from scaler.simulation.moments import Millis, NotADuration, duration_text, parse_duration, wall_clock


@pytest.mark.parametrize(
    ("text", "millis"),
    [("0s", 0), ("0", 0), ("15s", 15_000), ("75", 75_000), ("1m30s", 90_000), ("500ms", 500), ("1.5h", 5_400_000)],
)
def test_a_length_of_time_is_read_as_go_writes_it(text: str, millis: int) -> None:
    assert millis == parse_duration(text)


@pytest.mark.parametrize("text", ["", "s", "5 m", "-1s", "1d", "1:30", "5m later", "9000h"])
def test_what_is_no_length_of_time_is_refused(text: str) -> None:
    with pytest.raises(NotADuration):
        parse_duration(text)


@pytest.mark.parametrize(
    ("millis", "text"),
    [(0, "0s"), (500, "0.5s"), (75_000, "75s"), (60_000, "1m"), (150_000, "2m30s"), (3_690_000, "1h1m30s")],
)
def test_a_moment_is_printed_short(millis: int, text: str) -> None:
    assert text == duration_text(Millis(millis))


def test_the_wall_clock_follows() -> None:
    assert "2026-01-01T00:01:30+00:00" == wall_clock(Millis(90_000)).isoformat()
