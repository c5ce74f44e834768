"""Is a word of a fixed set read, and any other refused with the choice?"""

import pytest

from scaler.api.decode_words import decode_word
from scaler.api.quantities import DecodeError
from scaler.api.types import SelectPolicy


def test_a_word_is_read_by_its_spelling() -> None:
    assert SelectPolicy.MIN is decode_word(SelectPolicy, "Min", "spec")


def test_another_spelling_is_refused_with_the_words_there_are() -> None:
    expected = 'spec.behavior.scaleUp.selectPolicy: unknown word "max"; write one of Max, Min, Disabled'
    with pytest.raises(DecodeError) as refused:
        decode_word(SelectPolicy, "max", "spec.behavior.scaleUp.selectPolicy")
    assert expected == str(refused.value)
