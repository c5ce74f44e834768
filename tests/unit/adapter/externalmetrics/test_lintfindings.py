"""Every rule of the linter stands in docs/check.md, and no other."""

import re
from pathlib import Path

from adapter.externalmetrics.lintfindings import LintRule

PAGE = (Path(__file__).parents[4] / "docs/check.md").read_text(encoding="utf-8")
TABLES = PAGE.partition("## Errors")[2]


def test_the_rules_are_documented() -> None:
    assert sorted(LintRule) == sorted(re.findall(r"^\| `([a-z-]+)` \|", TABLES, flags=re.MULTILINE))
