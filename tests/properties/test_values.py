"""Properties of values: whatever Prometheus prints becomes what it says, or what the rule's policies say."""

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapter.externalmetrics.policies import OnNegative, OnNotFinite, ValuePolicies
from adapter.externalmetrics.values import Unusable, items_of
from adapter.kube.meta import parse_time
from adapter.kube.quantity import parse_quantity
from adapter.prometheus.samples import Sample
from tests.support.sizes import examples

AT = parse_time("2026-01-01T00:00:00Z")
LARGEST = 9_223_372_036_854_775
NANO = Fraction(1, 10**9)

numbers = st.one_of(
    st.floats(),
    st.floats(-1, 1),
    st.floats(-1e-6, 1e-6),
    st.floats(-2.0 * LARGEST, 2.0 * LARGEST),
    st.integers(-LARGEST, LARGEST).map(float),
)
policies = st.builds(
    ValuePolicies,
    on_nan=st.sampled_from([OnNotFinite.ERROR, OnNotFinite.ZERO]),
    on_infinity=st.sampled_from(OnNotFinite),
    on_negative=st.sampled_from(OnNegative),
)


def printed(number: float, *, plain: bool) -> str:
    """As Prometheus prints it: `NaN`, `+Inf`, plain digits, or with an exponent of at least two digits."""
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "+Inf" if number > 0 else "-Inf"
    if plain:
        return f"{Decimal(repr(number)):f}"
    mantissa, _, exponent = f"{Decimal(repr(number)):e}".partition("e")
    return f"{mantissa}e{exponent[0]}{exponent[1:]:0>2}"


def sent(text: str, policies: ValuePolicies) -> Fraction | None:
    """The value of the one item; None when there is none to be sent."""
    items = items_of((Sample(labels={}, at=AT, value=text),), metric="m", policies=policies)
    if isinstance(items, Unusable):
        return None
    [item] = items
    return parse_quantity(item.value).nano * NANO


def expected(number: float, policies: ValuePolicies) -> Fraction | None:
    """What the rule's policies make of a number: an upper bound that is less than a nano unit away, or nothing."""
    value = Fraction(0) if math.isnan(number) else _bounded(number, policies.on_infinity)
    if math.isnan(number) and policies.on_nan is OnNotFinite.ERROR:
        return None
    if value is None or value >= 0:
        return value
    match policies.on_negative:
        case OnNegative.PASS:
            return value
        case OnNegative.ZERO:
            return Fraction(0)
        case OnNegative.ERROR:
            return None


def _bounded(number: float, on_infinity: OnNotFinite) -> Fraction | None:
    if not math.isinf(number) and abs(Fraction(Decimal(repr(number)))) <= LARGEST:
        return Fraction(Decimal(repr(number)))
    clamped = Fraction(LARGEST if number > 0 else -LARGEST)
    return {OnNotFinite.ERROR: None, OnNotFinite.ZERO: Fraction(0), OnNotFinite.CLAMP: clamped}[on_infinity]


@pytest.mark.timeout(1800)
@settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(numbers, st.booleans(), policies)
def test_a_number_is_sent_exactly_or_rounded_up_in_magnitude_or_decided_by_policy(
    number: float, plain: bool, policies: ValuePolicies
) -> None:
    wanted, found = expected(number, policies), sent(printed(number, plain=plain), policies)
    if wanted is None or found is None:
        assert wanted is found
        return
    assert 0 <= abs(found) - abs(wanted) < NANO
    assert (found > 0, found < 0) == (wanted > 0, wanted < 0)
