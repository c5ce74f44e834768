"""Is a reference refused where an API server refuses it?"""

import msgspec
import pytest

from scaler.api.validation_references import ApiVersionRule, api_version_problem, reference_errors
from scaler.api.wire import WireReference
from tests.unit.scaler.api.specs import DEPLOYMENT

NO_GROUP = "apiVersion must specify API group"


def test_a_full_reference_is_fine() -> None:
    assert list(reference_errors(DEPLOYMENT, "spec.scaleTargetRef", ApiVersionRule.GROUP_REQUIRED)) == []


def test_kind_name_and_version_are_looked_at_in_this_order() -> None:
    reference = WireReference(kind="", name="a/b", api_version="v1")
    expected = [
        "spec.scaleTargetRef.kind: Required value",
        "spec.scaleTargetRef.name: Invalid value: \"a/b\": may not contain '/'",
        f'spec.scaleTargetRef.apiVersion: Invalid value: "v1": {NO_GROUP}',
    ]
    errors = reference_errors(reference, "spec.scaleTargetRef", ApiVersionRule.GROUP_REQUIRED)
    assert expected == [str(error) for error in errors]


@pytest.mark.parametrize(
    ("api_version", "problem"),
    [
        ("apps/v1", ""),
        ("apps/", ""),
        ("", NO_GROUP),
        ("v1", NO_GROUP),
        ("/v1", NO_GROUP),
        ("apps/v1/x", "unexpected GroupVersion string: apps/v1/x"),
    ],
)
def test_a_scale_target_names_its_group(api_version: str, problem: str) -> None:
    reference = msgspec.structs.replace(DEPLOYMENT, api_version=api_version)
    assert problem == api_version_problem(reference, ApiVersionRule.GROUP_REQUIRED)


@pytest.mark.parametrize(
    ("api_version", "problem"), [("v1", ""), ("", ""), ("a/b/c", "unexpected GroupVersion string: a/b/c")]
)
def test_a_group_may_be_optional(api_version: str, problem: str) -> None:
    reference = msgspec.structs.replace(DEPLOYMENT, api_version=api_version)
    assert problem == api_version_problem(reference, ApiVersionRule.GROUP_OPTIONAL)


def test_what_is_stored_already_is_not_checked_again() -> None:
    reference = msgspec.structs.replace(DEPLOYMENT, api_version="a/b/c")
    assert api_version_problem(reference, ApiVersionRule.UNCHECKED) == ""
