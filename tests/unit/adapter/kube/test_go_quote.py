import pytest

from adapter.kube.go_quote import go_quoted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain text", '"plain text"'),
        ("", '""'),
        ("é", '"é"'),
        ('say "a"', '"say \\"a\\""'),
        ("a\\b", '"a\\\\b"'),
        ("a\nb\tc", '"a\\nb\\tc"'),
        ("\x00\x1f\x7f", '"\\x00\\x1f\\x7f"'),
        ("\u0085\u2028", '"\\u0085\\u2028"'),
        ("\U000e0001", '"\\U000e0001"'),
    ],
)
def test_text_is_quoted_as_go_quotes_it(text: str, expected: str) -> None:
    assert expected == go_quoted(text)
