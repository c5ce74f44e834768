from adapter.kube.quantity import NotAQuantity, Quantity, QuantityError, parse_quantity, quantity_of_sample


def test_a_sample_a_text_and_a_count_of_thousandths_become_the_same_quantity() -> None:
    assert [Quantity.of_milli(1500)] * 2 == [quantity_of_sample("1.5"), parse_quantity("1500m")]


def test_whoever_catches_bad_quantities_catches_samples_that_are_none() -> None:
    assert issubclass(NotAQuantity, QuantityError)
