"""What do the pages of the documentation show that can be tried? Their blocks of YAML, commands and headings."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.architecture.tree import ROOT, name_of, repository_files

PAGES = tuple(file for file in repository_files() if file.suffix == ".md")
# What a reader may take for instructions; the others are about the tests, or about what was.
GUIDES = (ROOT / "README.md", ROOT / "manifests/README.md", *sorted((ROOT / "docs").glob("*.md")))
_BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ +(.+?)\s*$", re.MULTILINE)
_SPAN = re.compile(r"`([^`\n]+)`")
_COMMAND = re.compile(r"(?:^|[|;&$] *|kubectl )lagzero +(.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A text on a page, and where it begins."""

    page: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{name_of(self.page)}:{self.line}"


def yaml_blocks(page: Path) -> Iterator[Shown]:
    """Every block of YAML, from its first line on."""
    text = page.read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        if block[1] == "yaml":
            yield Shown(page=page, line=text.count("\n", 0, block.start()) + 2, text=block[2])


def commands(page: Path) -> Iterator[Shown]:
    """Every command line of `lagzero`, in a block or within a sentence, without the program's name."""
    text = page.read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        for line in block[2].replace("\\\n", " ").splitlines():
            yield from _command(page, text, block.start(), line)
    for span in _SPAN.finditer(_BLOCK.sub("", text)):
        yield from _command(page, text, 0, span[1])


def words_of(command: Shown) -> list[str]:
    """As a shell would split it, up to where the next command begins."""
    words = shlex.split(re.split(r" [|>;]| && ", command.text)[0], comments=True)
    return [word for word in words if not word.startswith("#")]


def anchors(page: Path) -> set[str]:
    """The names by which a link leads to a heading of the page, as GitHub makes them."""
    text = _BLOCK.sub("", page.read_text(encoding="utf-8"))
    return {_anchor(heading) for heading in _HEADING.findall(text)}


def _command(page: Path, text: str, offset: int, line: str) -> Iterator[Shown]:
    if found := _COMMAND.search(line.strip()):
        yield Shown(page=page, line=text.count("\n", 0, text.find(found[1], offset)) + 1, text=found[1])


def _anchor(heading: str) -> str:
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
