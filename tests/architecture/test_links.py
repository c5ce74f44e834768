"""Every link of the documentation leads to a file that is there, and to a heading of it."""

import re
from pathlib import Path

import pytest

from tests.architecture.pages import PAGES, anchors
from tests.architecture.tree import name_of

_LINK = re.compile(r"\]\(([^)#]*)(?:#([^)]*))?\)")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    assert [] == [target for target, _ in _links(page) if not (page.parent / target).exists()]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_into_a_page_lead_to_a_heading_of_it(page: Path) -> None:
    wanted = [(page.parent / target if target else page, anchor) for target, anchor in _links(page) if anchor]
    assert [] == [f"{target}#{anchor}" for target, anchor in wanted if anchor not in anchors(target)]


def _links(page: Path) -> list[tuple[str, str]]:
    """Target and anchor of each link within the repository; a target of the page itself is empty."""
    return [link for link in _LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link[0]]
