"""How does a mistake stand in a golden file? What was given, and below it what was said, a line each."""

from collections.abc import Callable, Iterable, Iterator


def shown(given: str, said: Iterable[str]) -> Iterator[str]:
    """Line breaks and what can't be seen are written as Python does."""
    yield given.encode("unicode_escape").decode()
    yield from (f"    {line}" for text in said for line in text.splitlines())


def refusals(given: Iterable[str], read: Callable[[str], object], error: type[Exception]) -> Iterator[str]:
    """What a reader says of each text that it refuses."""
    for text in given:
        try:
            found = read(text)
        except error as refused:
            yield from shown(text, [str(refused)])
        else:
            raise AssertionError(f"{text!r} was no mistake: {found}")
