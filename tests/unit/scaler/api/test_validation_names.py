"""Are names refused where, and only where, an API server refuses them?"""

import pytest

from scaler.api.validation_names import container_name_problems, container_resource_problems, path_segment_problems

STANDARD = "must be a standard resource for containers"
EXTENDED = "doesn't follow extended resource name standard"


def starts(problems: list[str]) -> list[str]:
    """The first words of each problem: some go on with a whole regular expression."""
    return [" ".join(problem.split(" ")[:5]) for problem in problems]


@pytest.mark.parametrize(
    ("name", "problems"),
    [
        ("queue:depth-1", []),
        (".", ["may not be '.'"]),
        ("..", ["may not be '..'"]),
        ("...", []),
        ("a/b", ["may not contain '/'"]),
        ("%/", ["may not contain '/'", "may not contain '%'"]),
    ],
)
def test_a_step_of_a_path_is_one_step(name: str, problems: list[str]) -> None:
    assert problems == list(path_segment_problems(name))


@pytest.mark.parametrize(
    ("name", "problems"),
    [
        ("app", []),
        ("a" * 63, []),
        ("a" * 64, ["must be no more than"]),
        ("a.b", ["must not contain dots"]),
        ("UPPER", ["a lowercase RFC 1123 label"]),
        ("-a", ["a lowercase RFC 1123 label"]),
    ],
)
def test_a_container_is_named_by_a_label(name: str, problems: list[str]) -> None:
    assert problems == starts(list(container_name_problems(name)))


@pytest.mark.parametrize("name", ["cpu", "memory", "ephemeral-storage", "hugepages-2Mi", "nvidia.com/gpu"])
def test_a_container_may_ask_for_it(name: str) -> None:
    assert list(container_resource_problems(name)) == []


@pytest.mark.parametrize(
    ("name", "problems"),
    [
        ("pods", [STANDARD]),
        ("requests.cpu", [STANDARD]),
        ("bogus", ["must be a standard resource type or fully qualified", STANDARD]),
        ("requests.a/b", [EXTENDED]),
        ("kubernetes.io/anything", []),
    ],
)
def test_a_container_may_not_ask_for_anything(name: str, problems: list[str]) -> None:
    assert problems == list(container_resource_problems(name))


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("a/b/c", "a valid label key must"),
        ("/gpu", "prefix part must be non-empty"),
        ("UPPER/gpu", "prefix part a lowercase RFC"),
        (f"{'a.' * 127}com/gpu", "prefix part must be no"),
        ("acme.io/", "name part must be non-empty"),
        (f"acme.io/{'a' * 64}", "name part must be no"),
        ("acme.io/-gpu", "name part must consist of"),
        ("a b", "name part must consist of"),
    ],
)
def test_a_resource_has_a_qualified_name(name: str, problem: str) -> None:
    assert problem in starts(list(container_resource_problems(name)))
