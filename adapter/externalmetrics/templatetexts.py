"""What is a text within a template, while it is filled in? Pieces of the rule's own, and values from outside."""

from collections.abc import Callable
from dataclasses import dataclass

from adapter.externalmetrics.templateplaces import Element
from adapter.prometheus.promql import InexpressibleError


@dataclass(frozen=True, slots=True)
class Text:
    """Values from outside stay apart from the rule's own words until it is known where they will stand."""

    pieces: tuple[str | Element, ...]

    @classmethod
    def of(cls, piece: str | Element) -> "Text":
        return cls((piece,))

    @property
    def plain(self) -> str:
        """All of it, several values of one label joined by | as prometheus-adapter has them."""
        return "".join(piece if isinstance(piece, str) else "|".join(piece.texts) for piece in self.pieces)

    def __add__(self, other: "Text") -> "Text":
        return Text((*self.pieces, *other.pieces))

    def __bool__(self) -> bool:
        return bool(self.plain)

    def mapped_literals(self, change: Callable[[str], str]) -> "Text":
        """With the rule's own words changed, and values from outside as they are."""
        return Text(tuple(change(piece) if isinstance(piece, str) else piece for piece in self.pieces))

    def mapped(self, change: Callable[[str], str]) -> "Text":
        """With every piece changed."""
        return Text(
            tuple(
                change(piece)
                if isinstance(piece, str)
                else Element(of=piece.of, texts=tuple(map(change, piece.texts)), trusted=piece.trusted)
                for piece in self.pieces
            )
        )

    def part(self, start: int, end: int) -> "Text":
        """The bytes from `start` to `end`. Raises InexpressibleError where a value from outside can't be parted."""
        elements = [piece for piece in self.pieces if isinstance(piece, Element)]
        if not elements:
            return Text.of(_part(self.plain, start, end))
        [first, *others] = elements
        if others or len(self.pieces) > 1 or len(first.texts) > 1:
            raise InexpressibleError(f"the rule's query takes a part of {first.of}, and the selector gives several")
        return self.mapped(lambda text: _part(text, start, end))


def _part(text: str, start: int, end: int) -> str:
    return text.encode()[start:end].decode(errors="ignore")
