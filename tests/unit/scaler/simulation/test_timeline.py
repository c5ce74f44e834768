"""What a metric says at a moment."""

import pytest

from scaler.simulation.moments import Millis
from scaler.simulation.timeline import MISSING, Amount, Failing, Ramp, Spread, State, Timeline, number_text

LINE = Timeline(
    moments=(Millis(1000), Millis(5000), Millis(9000)),
    courses=(
        Amount(text="400"),
        Ramp(start=400.0, to=0.0, over=Millis(2000), spread=Spread.EACH),
        Failing(message="connection refused"),
    ),
)


@pytest.mark.parametrize(
    ("at", "state"),
    [
        (0, MISSING),
        (1000, Amount(text="400")),
        (4999, Amount(text="400")),
        (5000, Amount(text="400")),
        (6000, Amount(text="200")),
        (7000, Amount(text="0")),
        (8999, Amount(text="0")),
        (9000, Failing(message="connection refused")),
    ],
)
def test_an_entry_holds_until_the_next_and_a_ramp_stays_where_it_ends(at: int, state: State) -> None:
    assert state == LINE.at(Millis(at))


def test_a_ramp_of_no_length_is_a_step() -> None:
    ramp = Ramp(start=1.0, to=2.0, over=Millis(0), spread=Spread.EACH)
    assert Amount(text="2") == ramp.after(0)


@pytest.mark.parametrize(("number", "text"), [(1.0, "1"), (0.1 + 0.2, "0.3"), (1e6, "1000000"), (-2.5, "-2.5")])
def test_numbers_have_no_noise(number: float, text: str) -> None:
    assert text == number_text(number)
