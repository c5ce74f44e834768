"""Which deliberate differences does the documentation list? The ids in the first column of its tables."""

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from e2e.control_plane.processes import ROOT
from e2e.differential.cases import RuleSet

PAGE: Final = ROOT / "docs" / "prometheus-adapter.md"
_ROW: Final = re.compile(r"^\| `([A-Z][A-Z-]+)` \|", re.MULTILINE)


def documented_reasons(page: Path = PAGE) -> frozenset[str]:
    """The ids that the page explains."""
    return frozenset(_ROW.findall(page.read_text()))


def mistakes(sets: Collection[RuleSet], documented: Collection[str]) -> Iterator[str]:
    """Reasons that cases give and the page doesn't explain, and those that it explains without a case to show them."""
    listed = [each.starts for each in sets] + [case.differs for each in sets for case in each.cases]
    used = {difference.reason for differences in listed for difference in differences.values()}
    for reason in sorted(used - set(documented)):
        yield f"{reason}: a case differs by this reason, but {PAGE.name} doesn't list it"
    for reason in sorted(set(documented) - used):
        yield f"{reason}: {PAGE.name} lists it, but no case shows it"
