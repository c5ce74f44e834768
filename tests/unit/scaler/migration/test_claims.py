"""Claims about whose zero is handed over."""

from typing import Any

import pytest

from scaler.algorithm.model import UNKNOWN_WRITER, ReplicasWriter, WriterKind
from scaler.migration.claims import is_companion, stock_may_wake, zero_may_wake
from tests.unit.scaler.migration.moved import (
    ASLEEP,
    AWAKE,
    HUMAN,
    NOBODY,
    OURS,
    STOCK,
    condition,
    stock,
    workload,
    zero,
)

COMPANION = {"lagzero.dev/min-replicas": "0"}
CLAIM = condition("lagzero.dev/ScaledToZero")
ADOPTED = {"memory": {"adoptedZero": {"kind": "other", "manager": ""}}}


@pytest.mark.parametrize(
    ("autoscaler", "count", "writer", "expected"),
    [
        (stock(ASLEEP), 0, STOCK, True),
        (stock(ASLEEP), 0, NOBODY, True),
        (stock(ASLEEP), 0, UNKNOWN_WRITER, True),
        (stock(ASLEEP), 0, OURS, True),
        (stock(ASLEEP), 0, HUMAN, False),
        (stock(ASLEEP), 1, STOCK, False),
        (stock(AWAKE), 0, STOCK, False),
        (stock(), 0, NOBODY, False),
        (stock(CLAIM, least=1, annotations=COMPANION), 0, OURS, True),
        (stock(CLAIM, least=1, annotations=COMPANION), 0, NOBODY, False),
        (stock(CLAIM, least=1), 0, OURS, False),
        (None, 0, STOCK, False),
    ],
)
def test_a_stock_autoscalers_zero_is_automatic_if_it_says_so_and_nobody_else_signed_it(
    autoscaler: dict[str, Any] | None, count: int, writer: ReplicasWriter, *, expected: bool
) -> None:
    assert expected == stock_may_wake(autoscaler, workload(count, writer))


@pytest.mark.parametrize(
    ("autoscaler", "writer", "expected"),
    [
        (zero(ASLEEP), OURS, True),
        (zero(ASLEEP), STOCK, True),
        (zero(ASLEEP), NOBODY, False),
        (zero(ASLEEP, status=ADOPTED), NOBODY, True),
        (zero(ASLEEP, status=ADOPTED), HUMAN, False),
        (zero(AWAKE), OURS, False),
        (zero(), OURS, False),
    ],
)
def test_our_autoscalers_zero_is_automatic_if_it_says_so_and_its_writer_is_the_one_it_speaks_of(
    autoscaler: dict[str, Any], writer: ReplicasWriter, *, expected: bool
) -> None:
    assert expected == zero_may_wake(autoscaler, workload(0, writer))


def test_above_zero_and_without_a_workload_there_is_no_zero() -> None:
    assert (False, False, False) == (
        zero_may_wake(zero(ASLEEP), workload(1, OURS)),
        zero_may_wake(zero(ASLEEP), None),
        stock_may_wake(stock(ASLEEP), None),
    )


@pytest.mark.parametrize(("value", "expected"), [("0", True), ("1", False), ("", False)])
def test_a_companion_is_annotated_with_zero(value: str, *, expected: bool) -> None:
    assert expected == is_companion(stock(annotations={"lagzero.dev/min-replicas": value}))


def test_writer_kinds_are_all_judged() -> None:
    judged = {writer.kind for writer in (OURS, STOCK, HUMAN, UNKNOWN_WRITER)}
    assert set(WriterKind) == judged
