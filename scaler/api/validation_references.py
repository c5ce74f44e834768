"""Does a reference name one object that may exist? Kind, name and apiVersion of scale targets and described objects."""

from collections.abc import Iterator
from enum import Enum

from scaler.api.field_errors import FieldError, invalid, required
from scaler.api.validation_names import path_segment_problems
from scaler.api.wire import WireReference


class ApiVersionRule(Enum):
    GROUP_REQUIRED = "an API group must be named"
    GROUP_OPTIONAL = "the core group, which has no name, will do"
    UNCHECKED = "the stored object holds it already"


def reference_errors(reference: WireReference, field: str, rule: ApiVersionRule) -> Iterator[FieldError]:
    yield from _name_errors(reference.kind, f"{field}.kind")
    yield from _name_errors(reference.name, f"{field}.name")
    problem = api_version_problem(reference, rule)
    if problem:
        yield invalid(f"{field}.apiVersion", reference.api_version, problem)


def api_version_problem(reference: WireReference, rule: ApiVersionRule) -> str:
    """What is wrong with the apiVersion under `rule`; empty if nothing is."""
    if rule is ApiVersionRule.UNCHECKED:
        return ""
    group, slash, version = reference.api_version.partition("/")
    if "/" in version:
        return f"unexpected GroupVersion string: {reference.api_version}"
    named = slash and group
    return "" if named or rule is ApiVersionRule.GROUP_OPTIONAL else "apiVersion must specify API group"


def _name_errors(name: str, field: str) -> Iterator[FieldError]:
    if not name:
        yield required(field)
    for problem in path_segment_problems(name):
        yield invalid(field, name, problem)
