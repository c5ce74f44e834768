"""Under which name is a series served? Filters and names as a rule gives them: RE2, unanchored, Go's `$1` expansion."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, cast

import re2

from adapter.externalmetrics.yamlvalues import YamlValue


class Pattern(Protocol):
    """A compiled RE2 expression."""

    @property
    def groups(self) -> int: ...
    @property
    def groupindex(self) -> dict[str, int]: ...
    def search(self, text: str) -> re.Match[str] | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesFilter:
    """`text` is the pattern's own; two patterns of one text need not be equal objects."""

    text: str
    pattern: Pattern = field(compare=False)
    keep: bool

    def passes(self, series: str) -> bool:
        return (self.pattern.search(series) is not None) == self.keep


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """`parts` are the pieces of the name: text, or the number of a group of `pattern`, which is a filter too."""

    filters: tuple[SeriesFilter, ...]
    text: str
    pattern: Pattern = field(compare=False)
    parts: tuple[str | int, ...]

    def name_of(self, series: str) -> str | None:
        """The metric's name; None when the rule doesn't want this series or leaves it without a name."""
        if not all(one.passes(series) for one in self.filters):
            return None
        found = self.pattern.search(series)
        if found is None:
            return None
        return "".join(part if isinstance(part, str) else found.group(part) or "" for part in self.parts) or None


def read_naming(filters: YamlValue | None, name: YamlValue | None) -> Naming:
    """The naming that `seriesFilters` and `name` describe. Raises RulesError."""
    fields = name.fields(("matches", "as")) if name is not None else {}
    matches, rename = fields.get("matches"), fields.get("as")
    read = tuple(_read_filter(one) for one in filters.items()) if filters is not None else ()
    text = matches.text() if matches is not None else ""
    pattern = _compile(matches) if matches is not None and text else compiled_pattern(".*")
    return Naming(filters=read, text=text, pattern=pattern, parts=_parts_of(pattern, rename, matches))


def _read_filter(entry: YamlValue) -> SeriesFilter:
    fields = entry.fields(("is", "isNot"))
    if len(fields) != 1:
        entry.fail("a series filter has exactly one of is and isNot")
    [(key, value)] = fields.items()
    return SeriesFilter(text=value.text(), pattern=_compile(value), keep=key == "is")


def _compile(value: YamlValue) -> Pattern:
    try:
        return compiled_pattern(value.text())
    except re2.error as error:
        reason = error.args[0] if error.args else "it can't be read"
        text = reason.decode(errors="replace") if isinstance(reason, bytes) else reason
        value.fail(f"not a regular expression (RE2): {text}")


def compiled_pattern(text: str) -> Pattern:
    """The expression compiled. Raises re2.error, and writes nothing to standard error."""
    options = re2.Options()
    options.log_errors = False
    return cast("Pattern", re2.compile(text, options))


def _parts_of(pattern: Pattern, rename: YamlValue | None, matches: YamlValue | None) -> tuple[str | int, ...]:
    if rename is None or not rename.text():
        if pattern.groups > 1 and matches is not None:
            matches.fail(f"the expression has {pattern.groups} groups, so `as` has to say which, for example ${{1}}")
        return (pattern.groups,)
    if "<<" in rename.text() or "{{" in rename.text():
        rename.set_rule_aside("`as` takes groups such as ${1}, not templates")
    parts: list[str | int] = []
    position = 0
    for reference in _REFERENCE.finditer(rename.text()):
        parts.append(rename.text()[position : reference.start()])
        parts.append(
            "$" if reference[0] == "$$" else _group_of(pattern, reference["braced"] or reference["bare"], rename)
        )
        position = reference.end()
    parts.append(rename.text()[position:])
    return _without_empty(parts)


def _group_of(pattern: Pattern, group: str, rename: YamlValue) -> int:
    if group.isdecimal() and int(group) <= pattern.groups:
        return int(group)
    if group in pattern.groupindex:
        return pattern.groupindex[group]
    leading = _DIGITS.match(group)
    if leading is not None and leading.end() < len(group):
        rename.set_rule_aside(
            f"${group} is read as a group called {group!r}, which doesn't exist and leaves nothing: "
            f"write ${{{leading[0]}}}{group[leading.end() :]}"
        )
    return rename.set_rule_aside(
        f"`matches` has no group {group!r}, so nothing would stand in its place; it has {pattern.groups}"
    )


def _without_empty(parts: Sequence[str | int]) -> tuple[str | int, ...]:
    return tuple(part for part in parts if part != "")


_REFERENCE = re.compile(r"\$\$|\$\{(?P<braced>\w+)\}|\$(?P<bare>\w+)", re.ASCII)
_DIGITS = re.compile(r"[0-9]+")
