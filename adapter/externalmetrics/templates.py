"""What does a template between << and >> say? The part of Go's text/template that rules use."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Field(StrEnum):
    """A value that the engine fills in; the name is the one the template uses."""

    SERIES = "Series"
    LABEL_MATCHERS = "LabelMatchers"
    GROUP_BY = "GroupBy"
    GROUP = "Group"
    RESOURCE = "Resource"


class Context(StrEnum):
    """Where in PromQL a piece stands: outside strings, or in one, by its delimiter and by what its text is used for."""

    BARE = "bare"
    STRING = "string"
    REGEX = "regex"
    RAW_STRING = "raw string"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelValues:
    """The values that the selector gives for `label`."""

    label: str
    context: Context


Part = str | Field | LabelValues


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    parts: tuple[Part, ...]

    def uses(self, field: Field) -> bool:
        return field in self.parts


class TemplateError(ValueError):
    """Text that isn't a template we can fill in; `line` counts from 0 within it."""

    def __init__(self, text: str, *, line: int) -> None:
        super().__init__(text)
        self.line = line


def parse_template(text: str, *, fields: Collection[Field], label_values: bool) -> Template:
    """The parts of `text`, of which only `fields`, and `.LabelValuesByName` if so said, may be used.

    Raises TemplateError for everything else that Go's templates know: conditions, loops, functions, pipelines.
    """
    if "{{" in text:
        raise TemplateError(
            "templates here stand between << and >>, not {{ and }}", line=_line_at(text, text.index("{{"))
        )
    parts: list[Part] = []
    position, trim = 0, False
    for action in _ACTION.finditer(text):
        literal = _literal(text, position, action.start(), trim_left=trim)
        parts.append(literal.rstrip() if action["left"] else literal)
        written = "".join(part for part in parts if isinstance(part, str))
        parts.extend(
            _part_of(
                action["body"].strip(), _context_after(written), fields, label_values, _line_at(text, action.start())
            )
        )
        position, trim = action.end(), bool(action["right"])
    parts.append(_literal(text, position, len(text), trim_left=trim))
    return Template(parts=tuple(part for part in parts if part != ""))


def _literal(text: str, start: int, end: int, *, trim_left: bool) -> str:
    literal = text[start:end]
    if "<<" in literal:
        raise TemplateError("<< is never closed by >>", line=_line_at(text, start + literal.index("<<")))
    return literal.lstrip() if trim_left else literal


def _part_of(body: str, context: Context, fields: Collection[Field], label_values: bool, line: int) -> tuple[Part, ...]:
    if _COMMENT.fullmatch(body):
        return ()
    if body.startswith(".") and body[1:] in {field.value for field in fields}:
        return (Field(body[1:]),)
    values = _LABEL_VALUES.fullmatch(body)
    if values is not None and label_values:
        label = values["field"] or (values["quoted"] or values["raw"])[1:-1]
        return (LabelValues(label=label, context=context),)
    raise TemplateError(f"<<{body}>> is not understood: {_advice(body, fields, label_values)}", line=line)


def _advice(body: str, fields: Collection[Field], label_values: bool) -> str:
    known = [f"<<.{field.value}>>" for field in fields]
    if label_values:
        known.append('<<index .LabelValuesByName "LABEL">>')
    for wrong, right in _CORRECTIONS.items():
        if wrong in body:
            return right
    return f"a template here may use {', '.join(known)}"


def _context_after(text: str) -> Context:
    open_string = _OPEN_STRING.fullmatch(text)
    if open_string is None:
        return Context.BARE
    if open_string["delimiter"] == "`":
        return Context.RAW_STRING
    before = text[: open_string.start("delimiter")].rstrip()
    return Context.REGEX if before.endswith(("=~", "!~")) else Context.STRING


def _line_at(text: str, position: int) -> int:
    return text.count("\n", 0, position)


_ACTION = re.compile(r"<<(?P<left>-(?=\s))?(?P<body>.*?)(?P<right>(?<=\s)-)?>>", re.DOTALL)
# Whole strings, comments and anything else, then the beginning of a string that isn't closed.
_OPEN_STRING = re.compile(
    r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|#[^\n]*(?:\n|$)|[^"'`#])*+"""
    r"""(?:(?P<delimiter>["'`]).*)""",
    re.DOTALL,
)
_COMMENT = re.compile(r"/\*.*\*/", re.DOTALL)
_LABEL_VALUES = re.compile(
    r'index\s+\.LabelValuesByName\s+(?:(?P<quoted>"[^"\\]*")|(?P<raw>`[^`]*`))|\.LabelValuesByName\.(?P<field>\w+)',
    re.ASCII,
)
_CORRECTIONS = MappingProxyType(
    {
        ".LabelMatchersByName": 'the field is called .LabelValuesByName: <<index .LabelValuesByName "LABEL">>',
        ".GroupBySlice": "it is always empty for an external metric; name the labels to group by in the query itself",
    }
)
