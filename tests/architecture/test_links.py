"""Every link of the documentation leads to a file that is there."""

import re
from pathlib import Path

import pytest

from tests.architecture.tree import name_of, repository_files

PAGES = [file for file in repository_files() if file.suffix == ".md"]
_LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    targets = [target for target in _LINK.findall(page.read_text(encoding="utf-8")) if "://" not in target]
    assert [] == [target for target in targets if not (page.parent / target).exists()]
