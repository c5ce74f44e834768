"""Every rule that the documentation shows can be served."""

import re
from pathlib import Path

import pytest

from adapter.externalmetrics.rules import load_rules

DOCS = Path(__file__).parents[4] / "docs"
BLOCKS = [
    (file.name, block)
    for file in (DOCS / "rules.md", DOCS / "adapter.md")
    for block in re.findall(r"```yaml\n(.*?)```", file.read_text(), re.DOTALL)
]


@pytest.mark.parametrize(("file", "block"), [(file, block) for file, block in BLOCKS if "externalRules" in block])
def test_a_documented_example_loads_without_a_warning(file: str, block: str) -> None:
    rules = load_rules(block, source=file)
    assert (True, ()) == (len(rules.rules) > 0, rules.warnings)
