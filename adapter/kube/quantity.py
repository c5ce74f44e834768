"""A Kubernetes quantity: the value, how text becomes one, how a sample becomes one."""

from adapter.kube.quantity_parse import parse_quantity
from adapter.kube.quantity_sample import NotAQuantity, SampleKind, quantity_of_sample
from adapter.kube.quantity_value import Quantity, QuantityError, QuantityFormat

__all__ = [
    "NotAQuantity",
    "Quantity",
    "QuantityError",
    "QuantityFormat",
    "SampleKind",
    "parse_quantity",
    "quantity_of_sample",
]
