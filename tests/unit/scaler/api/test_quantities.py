"""Is a quantity on the wire read whatever its form, and refused with words that help?"""

import pytest

from scaler.api.quantities import DecodeError, read_quantity


@pytest.mark.parametrize(
    ("written", "milli"),
    [(30, 30_000), ("30", 30_000), (0.5, 500), ("500m", 500), (" 2k ", 2_000_000), (1e-05, 1), (-1, -1000)],
)
def test_every_form_of_an_amount_is_read(written: float | str, milli: int) -> None:
    assert milli == read_quantity(written, "spec").milli_value()


@pytest.mark.parametrize("written", ["", "abc", "1e1.5", "NaN", "1,5"])
def test_what_is_no_amount_is_refused(written: str) -> None:
    with pytest.raises(DecodeError):
        read_quantity(written, "spec.metrics[0].external.target.value")


def test_the_refusal_names_the_place_the_text_and_the_remedy() -> None:
    with pytest.raises(DecodeError) as refused:
        read_quantity("lots", "spec.metrics[0].external.target.value")
    assert str(refused.value).startswith("spec.metrics[0].external.target.value: 'lots' is not a quantity (")
    assert str(refused.value).endswith(
        '; write a number with an optional suffix, such as "30", "500m", "1.5k" or "2Gi"'
    )
