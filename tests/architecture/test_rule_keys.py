"""Every key of a rules file stands in docs/adapter.md, and no other."""

import re

import pytest

from adapter.externalmetrics.rules import RulesError, load_rules
from tests.architecture.tree import ROOT

PAGE = (ROOT / "docs/adapter.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "column"),
    [("externalRules: [{nonsense: 1}]", "Key"), ("servers: [{nonsense: 1}]", "Server key")],
    ids=["rule", "server"],
)
def test_the_keys_are_those_that_are_read(text: str, column: str) -> None:
    with pytest.raises(RulesError) as refused:
        load_rules(text, source="planted.yaml")
    _, _, known = str(refused.value).partition("known here are ")
    assert sorted(known.split(", ")) == sorted(_documented(column))


def _documented(column: str) -> list[str]:
    """The first cells of every table whose first column is called `column`."""
    tables = re.findall(rf"^\| {column} .*\n\|[-|: ]+\n((?:\|.*\n)+)", PAGE, flags=re.MULTILINE)
    return [key for table in tables for key in re.findall(r"^\| `(\w+)`", table, flags=re.MULTILINE)]
