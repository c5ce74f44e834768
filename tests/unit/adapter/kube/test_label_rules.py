import pytest

from adapter.kube.label_rules import label_key_problems, label_value_problems

LONGEST_SUBDOMAIN = ".".join(["a" * 63] * 3 + ["a" * 61])


@pytest.mark.parametrize(
    "key", ["a", "A1", "a_b.c-d", "app.kubernetes.io/name", "k" * 63, f"{LONGEST_SUBDOMAIN}/a", "1"]
)
def test_a_good_key_has_no_problems(key: str) -> None:
    assert label_key_problems(key) == ()


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("", ("name part must be non-empty", "name part must consist of")),
        ("/a", ("prefix part must be non-empty",)),
        ("a/", ("name part must be non-empty", "name part must consist of")),
        ("A.example/a", ("prefix part a lowercase RFC 1123 subdomain must consist of",)),
        (f"{LONGEST_SUBDOMAIN}a/a", ("prefix part must be no more than 253 bytes",)),
        ("k" * 64, ("name part must be no more than 63 bytes",)),
        ("-a", ("name part must consist of",)),
        ("a/b/c", ("a valid label key must consist of",)),
        ("a\n", ("name part must consist of",)),
    ],
)
def test_each_problem_of_a_key_is_named_in_order(key: str, expected: tuple[str, ...]) -> None:
    problems = label_key_problems(key)

    assert expected == tuple(problem[: len(start)] for problem, start in zip(problems, expected, strict=True))


@pytest.mark.parametrize("value", ["", "1.0", "a", "x" * 63, "a_b-c.d"])
def test_a_good_value_has_no_problems(value: str) -> None:
    assert label_value_problems(value) == ()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("x" * 64, ("must be no more than 63 bytes",)),
        ("-x", ("a valid label must be an empty string or consist of",)),
        ("é" * 32, ("must be no more than 63 bytes", "a valid label must be")),
        ("a/b", ("a valid label must be",)),
        ("a\n", ("a valid label must be",)),
    ],
)
def test_each_problem_of_a_value_is_named_in_order(value: str, expected: tuple[str, ...]) -> None:
    problems = label_value_problems(value)

    assert expected == tuple(problem[: len(start)] for problem, start in zip(problems, expected, strict=True))
