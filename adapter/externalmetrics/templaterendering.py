"""Which text does a template give for these values? Values of labels are escaped for the place where they stand."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, assert_never

from adapter.externalmetrics.templatefunctions import Value, call, is_true
from adapter.externalmetrics.templateplaces import Element, place_after, written_at
from adapter.externalmetrics.templatetypes import (
    Call,
    Choice,
    EveryLabel,
    Expression,
    Field,
    LabelValues,
    Literal,
    Loop,
    Output,
    ParameterText,
    Part,
    Template,
    Variable,
)
from adapter.prometheus.promql import InexpressibleError, is_label_name


class Values(Protocol):
    """What a template is filled with. `label` and `parameter` raise InexpressibleError for what can't be said."""

    @property
    def fields(self) -> Mapping[Field, str]: ...
    @property
    def label_names(self) -> tuple[str, ...]: ...
    @property
    def values_are_regexes(self) -> bool: ...
    def label(self, name: str) -> tuple[str, ...]: ...
    def parameter(self, name: str) -> tuple[str, ...]: ...


def render(template: Template, values: Values) -> str:
    """The template filled in, without blank lines around it. Raises InexpressibleError."""
    rendering = _Rendering(values)
    rendering.write(template.parts, {})
    return "".join(rendering.written).strip()


def fill(template: Template, fields: Mapping[Field, str]) -> str:
    """The text of a template that may use these fields only."""
    return render(template, _FieldsOnly(fields=fields))


class _Rendering:
    def __init__(self, values: Values) -> None:
        self._values = values
        self.written: list[str] = []
        self._drop_comma = False

    def write(self, parts: tuple[Part, ...], variables: Mapping[str, Element | str]) -> None:
        for part in parts:
            match part:
                case str():
                    # PromQL doesn't take the comma of `{<<.LabelMatchers>>,x="y"}` when there is no matcher.
                    self._put(_LEADING_COMMA.sub("", part, count=1) if self._drop_comma else part)
                case Output(expression=expression):
                    self._put_value(self._evaluated(expression, variables), expression)
                case Choice():
                    self._write_choice(part, variables)
                case Loop():
                    self._write_loop(part, variables)
                case _:
                    assert_never(part)

    def _write_choice(self, choice: Choice, variables: Mapping[str, Element | str]) -> None:
        found = self._evaluated(choice.condition, variables)
        if not is_true(_plain(found)):
            self.write(choice.otherwise, variables)
        elif choice.takes_dot and isinstance(found, (Element, str)):
            self.write(choice.then, {**variables, "": found})
        else:
            self.write(choice.then, variables)

    def _write_loop(self, loop: Loop, variables: Mapping[str, Element | str]) -> None:
        elements = tuple(self._elements(loop.over))
        for name, element in elements:
            self.write(loop.body, {**variables, loop.key: name, loop.value: element, "": element})
        if not elements:
            self.write(loop.otherwise, variables)

    def _elements(self, over: Expression) -> Iterator[tuple[str, Element]]:
        # The only other collection, .GroupBySlice, is always empty.
        for name in sorted(self._values.label_names) if isinstance(over, EveryLabel) else ():
            if not is_label_name(name):
                raise InexpressibleError(f"the selector names label {name!r}, which Prometheus can't hold")
            yield name, Element(of=f"label {name!r}", texts=self._values.label(name))

    def _evaluated(self, expression: Expression, variables: Mapping[str, Element | str]) -> Element | Value:
        match expression:
            case Literal(value=value):
                return value
            case Variable(name=name):
                return variables[name]
            case Call(function=function, arguments=arguments):
                return call(function, tuple(_plain(self._evaluated(one, variables)) for one in arguments))
            case _:
                return self._given(expression)

    def _given(self, expression: Field | LabelValues | EveryLabel | ParameterText) -> Element | Value:
        match expression:
            case Field():
                return () if expression is Field.GROUP_BY_SLICE else self._values.fields[expression]
            case LabelValues(label=label):
                return Element(of=f"label {label!r}", texts=self._values.label(label))
            case ParameterText(name=name):
                return Element(of=f"parameter {name!r}", texts=self._values.parameter(name), trusted=True)
            case EveryLabel():
                return self._values.label_names
        assert_never(expression)

    def _put_value(self, value: Element | Value, expression: Expression) -> None:
        if isinstance(value, Element):
            place = place_after("".join(self.written))
            self._put(written_at(place, value, quoting=not self._values.values_are_regexes))
            return
        self._put(str(value).lower() if isinstance(value, bool) else str(value))
        self._drop_comma = expression is Field.LABEL_MATCHERS and not value

    def _put(self, text: str) -> None:
        self.written.append(text)
        self._drop_comma = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _FieldsOnly:
    fields: Mapping[Field, str]
    label_names: tuple[str, ...] = ()
    values_are_regexes: bool = False

    def label(self, name: str) -> tuple[str, ...]:
        raise InexpressibleError(f"no selector gives label {name!r} here")

    def parameter(self, name: str) -> tuple[str, ...]:
        raise InexpressibleError(f"there is no parameter {name!r} here")


def _plain(value: Element | Value) -> Value:
    return "|".join(value.texts) if isinstance(value, Element) else value


_LEADING_COMMA = re.compile(r"^\s*,")
