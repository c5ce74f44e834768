"""How do rows stand in columns? As kubectl prints them: left-aligned, three spaces apart."""

from collections.abc import Sequence

_GAP = "   "


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """One line per row, every column as wide as its longest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [_GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
