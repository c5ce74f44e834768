"""What did one read come to? Status, reason, items, the queries that reached Prometheus: as lines of text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from e2e.control_plane.api import Answer
from e2e.sandbox import clock

_RECENT: Final = timedelta(seconds=60)


class Aspect(StrEnum):
    """In what two adapters can differ."""

    STARTS = "starts"
    """Whether it serves with such a file: `serves` or `exits`."""
    STATUS = "status"
    REASON = "reason"
    """Of the Status that an error is."""
    ITEMS = "items"
    """Metric, labels and value of each, or the names of a resource list."""
    TIMES = "times"
    """Whether timestamps are of the moment of the read."""
    QUERY = "query"
    """The PromQL that arrived, up to spelling."""
    FORM = "form"
    """By which method and parameters it was asked."""


Lines = tuple[str, ...]
Observation = Mapping[Aspect, Lines]


def observed(answer: Answer, *, queries: Sequence[str], forms: Sequence[str]) -> Observation:
    """The read's answer, told in lines that can be compared."""
    body: dict[str, Any] = answer.body if isinstance(answer.body, dict) else {}
    items = [_item(each) for each in body.get("items") or ()] if body.get("kind") == "ExternalMetricValueList" else []
    names = [each["name"] for each in body.get("resources") or ()]
    times = {_nearness(each.get("timestamp")) for each in body.get("items") or ()}
    return MappingProxyType(
        {
            Aspect.STATUS: (str(answer.code),),
            Aspect.REASON: (body.get("reason", ""),) if body.get("kind") == "Status" else (),
            Aspect.ITEMS: tuple(sorted([*items, *names])),
            Aspect.TIMES: tuple(sorted(times)),
            Aspect.QUERY: tuple(queries),
            Aspect.FORM: tuple(forms),
        }
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Suffix:
    text: str
    factor: Decimal


def amount(quantity: str) -> str:
    """A quantity as a plain decimal number: `1500m` and `1.5` are one."""
    suffix = next((each for each in _SUFFIXES if quantity.endswith(each.text)), _ONE)
    number = Decimal(quantity.removesuffix(suffix.text)) * suffix.factor
    return f"{number.normalize():f}"


def _item(item: Mapping[str, Any]) -> str:
    labels = item.get("metricLabels")
    written = "null" if labels is None else ",".join(f"{name}={labels[name]}" for name in sorted(labels))
    window = f" window {item['window']}" if "window" in item else ""
    return f"{item['metricName']}{{{written}}} {amount(item['value'])}{window}"


def _nearness(timestamp: str | None) -> str:
    if timestamp is None:
        return "none"
    return "now" if abs(clock.now() - clock.parsed(timestamp)) < _RECENT else timestamp


_ONE: Final = _Suffix(text="", factor=Decimal(1))
_SUFFIXES: Final = (
    *(_Suffix(text=f"{unit}i", factor=Decimal(1024) ** power) for power, unit in enumerate("KMGTPE", 1)),
    *(_Suffix(text=unit, factor=Decimal(1000) ** power) for power, unit in enumerate("kMGTPE", 1)),
    *(_Suffix(text=unit, factor=Decimal(1000) ** -power) for power, unit in enumerate("mun", 1)),
)
