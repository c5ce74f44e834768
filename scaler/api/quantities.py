"""What amount does a quantity on the wire stand for? And what to say when it stands for none."""

from adapter.kube.quantity import Quantity, QuantityError, parse_quantity
from scaler.api.wire import WireQuantity


class DecodeError(ValueError):
    """A spec or status that can't be read: `field` names the place, the message also says what to write instead."""

    def __init__(self, *, field: str, problem: str, fix: str) -> None:
        super().__init__(f"{field}: {problem}; {fix}")
        self.field = field
        self.problem = problem
        self.fix = fix


def read_quantity(written: WireQuantity, field: str) -> Quantity:
    """The exact amount. Raises DecodeError for a text that is no quantity."""
    try:
        return parse_quantity(str(written).strip())
    except QuantityError as error:
        raise DecodeError(
            field=field,
            problem=f"{written!r} is not a quantity ({error})",
            fix='write a number with an optional suffix, such as "30", "500m", "1.5k" or "2Gi"',
        ) from error
