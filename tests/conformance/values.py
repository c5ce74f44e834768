"""Do quantities and selectors read, print and compare as apimachinery's do? One verdict per recorded case."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adapter.kube.quantity import QuantityError, parse_quantity
from adapter.kube.quantity_go import milli_value_as_go, value_as_go
from adapter.kube.selectors import Selector, SelectorError, parse_selector, selector_of

Answer = Mapping[str, object]
Labels = Mapping[str, str]


def check_values(cases: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str | None]]:
    """Each case's name, with its first difference in one line, or None where we agree.

    The corpus is no case: the selectors are matched against it. A line of unknown kind is a difference.
    """
    lines = list(cases)
    corpus = next((line["case"] for line in lines if line["kind"] == "corpus"), ())
    for line in lines:
        kind, case = line["kind"], line["case"]
        match kind:
            case "corpus":
                continue
            case "quantity":
                actual = answer_for_quantity(case["in"])
            case "selector":
                actual = answer_for_selector(case["in"], corpus)
            case "labelSelector":
                actual = answer_for_label_selector(case["in"])
            case _:
                yield f"{kind} {case!r}", "nothing here compares this kind"
                continue
        yield name_of(kind, case["in"]), first_difference(expected_of(case), actual)


def name_of(kind: str, asked: object) -> str:
    return f"{kind} {asked!r}" if isinstance(asked, str) else f"{kind} {msgspec.json.encode(asked).decode()}"


def expected_of(case: Mapping[str, Any]) -> Answer:
    """What was recorded, but for the question; beside an error the other fields say nothing."""
    if case.get("error"):
        return {"error": case["error"]}
    return {name: value for name, value in case.items() if name != "in"}


def answer_for_quantity(text: str) -> Answer:
    try:
        quantity = parse_quantity(text)
    except QuantityError as error:
        return {"error": str(error)}
    return {
        "canonical": str(quantity),
        "milliValue": milli_value_as_go(quantity),
        "value": value_as_go(quantity),
        "sign": quantity.sign,
        "approximateFloat64": quantity.approximate_float(),
    }


def answer_for_selector(text: str, corpus: Sequence[Labels]) -> Answer:
    try:
        selector = parse_selector(text)
    except SelectorError as error:
        return {"error": str(error)}
    return {"string": str(selector), "matches": [selector.matches(labels) for labels in corpus]}


def answer_for_label_selector(asked: Mapping[str, Any]) -> Answer:
    try:
        selector = _selector_of(asked)
    except SelectorError as error:
        return {"error": str(error)}
    return {"string": str(selector)}


def _selector_of(asked: Mapping[str, Any]) -> Selector:
    expressions = asked.get("matchExpressions", [])
    return selector_of(
        asked.get("matchLabels", {}),
        [(written["key"], written["operator"], written.get("values", ())) for written in expressions],
    )


def first_difference(expected: Answer, actual: Answer) -> str | None:
    for name in dict.fromkeys([*expected, *actual]):
        if name not in expected or name not in actual or not _same(expected[name], actual[name]):
            return f"{name}: recorded {expected.get(name, 'nothing')!r}, ours {actual.get(name, 'nothing')!r}"
    return None


def _same(expected: object, actual: object) -> bool:
    """Equal, a recorded integer being a float where we answer one: Go prints whole floats without a point."""
    if isinstance(actual, float) and isinstance(expected, int):
        return float(expected) == actual
    return type(expected) is type(actual) and expected == actual
