"""How many thousandths is a number of the scenario?"""

from functools import lru_cache

from adapter.kube.quantity import parse_quantity, quantity_of_sample
from adapter.kube.quantity_go import milli_value_as_go
from scaler.api.types import Milli


@lru_cache(maxsize=65536)
def milli_of_sample(text: str, *, parity: bool) -> Milli:
    """Thousandths of a series' value, rounded away from zero; in parity with Go's overflow.

    Raises QuantityError for NaN, the infinities and, outside parity, for what is more than the API may carry.
    """
    return milli_of_quantity(text, parity=True) if parity else Milli(quantity_of_sample(text).milli_value())


@lru_cache(maxsize=65536)
def milli_of_quantity(text: str, *, parity: bool) -> Milli:
    """Thousandths of a quantity, saturated; in parity with Go's overflow. Raises QuantityError for what is none."""
    quantity = parse_quantity(text)
    return Milli(milli_value_as_go(quantity) if parity else quantity.milli_value())
