"""Which text does a template give for these values? Values of labels are escaped for the place where they stand."""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, assert_never

from adapter.externalmetrics.templatefunctions import Value, call
from adapter.externalmetrics.templatekinds import (
    Call,
    Data,
    EveryLabel,
    EveryParameter,
    Expression,
    Field,
    Function,
    LabelValues,
    Literal,
    ParameterText,
    Variable,
)
from adapter.externalmetrics.templateplaces import Element
from adapter.externalmetrics.templatetexts import Text
from adapter.externalmetrics.templatetypes import Assignment, Choice, Inner, Loop, Output, Part, Template
from adapter.externalmetrics.templatewriting import QueryWriter
from adapter.prometheus.promql import InexpressibleError, is_label_name

Variables = ChainMap[str, Value]


class Values(Protocol):
    """What a template is filled with. `label` and `parameter` raise InexpressibleError for what can't be said.

    `is_bound` is whether only one namespace's series may be read, so that no value may name another series.
    """

    @property
    def fields(self) -> Mapping[Field, str]: ...
    @property
    def label_names(self) -> tuple[str, ...]: ...
    @property
    def values_are_regexes(self) -> bool: ...
    @property
    def is_bound(self) -> bool: ...
    def label(self, name: str) -> tuple[str, ...]: ...
    def parameter(self, name: str) -> tuple[str, ...]: ...


def render(template: Template, values: Values) -> str:
    """The template filled in, without blank lines around it. Raises InexpressibleError, and TemplateFault."""
    writer = QueryWriter(quoting=not values.values_are_regexes, is_bound=values.is_bound)
    _Rendering(values, writer).write(template.parts, ChainMap())
    return writer.whole().strip()


def fill(template: Template, fields: Mapping[Field, str]) -> str:
    """The text of a template that may use these fields only."""
    return render(template, _FieldsOnly(fields=fields))


class _Rendering:
    """Writes parts one after the other. A block's variables end with it; those around it can be given other values."""

    def __init__(self, values: Values, writer: QueryWriter) -> None:
        self._values = values
        self._writer = writer

    def write(self, parts: tuple[Part, ...], variables: Variables) -> None:
        for part in parts:
            match part:
                case str():
                    self._writer.literal(part)
                case Output(expression=expression):
                    self._write_value(expression, variables)
                case Assignment(name=name, expression=expression, is_new=is_new):
                    around = (each for each in variables.maps if not is_new and name in each)
                    next(around, variables.maps[0])[name] = self._evaluated(expression, variables)
                case Choice():
                    self._write_choice(part, variables)
                case Loop():
                    self._write_loop(part, variables)
                case Inner(given=given, parts=inner):
                    value = self._evaluated(given, variables)
                    self.write(inner, ChainMap({"": value, "$": value}))
                case _:
                    assert_never(part)

    def _write_value(self, expression: Expression, variables: Variables) -> None:
        self._writer.value(self._evaluated(expression, variables))
        if expression is Field.LABEL_MATCHERS and not self._values.fields[expression]:
            self._writer.no_matchers()

    def _write_choice(self, choice: Choice, variables: Variables) -> None:
        found = self._evaluated(choice.condition, variables)
        inner = variables.new_child(dict.fromkeys(choice.names, found))
        # The dot is what was asked for only where there is something.
        without_dot = variables.new_child({name: found for name in choice.names if name})
        self.write(choice.then if found else choice.otherwise, inner if found else without_dot)

    def _write_loop(self, loop: Loop, variables: Variables) -> None:
        elements = tuple(self._elements(loop.over))
        for name, element in elements:
            key = Element(of=f"label {name!r}", texts=(name,))
            inner: dict[str, Value] = {loop.key: Text.of(key), loop.value: Text.of(element), "": Text.of(element)}
            self.write(loop.body, variables.new_child(inner))
        if not elements:
            self.write(loop.otherwise, variables.new_child())

    def _elements(self, over: Expression) -> Iterator[tuple[str, Element]]:
        # The only other collection, .GroupBySlice, is always empty.
        for name in sorted(self._values.label_names) if isinstance(over, EveryLabel) else ():
            if not is_label_name(name):
                raise InexpressibleError(f"the selector names label {name!r}, which Prometheus can't hold")
            yield name, self._label(name)

    def _evaluated(self, expression: Expression, variables: Variables) -> Value:
        match expression:
            case Literal(value=value):
                return Text.of(value) if isinstance(value, str) else value
            case Variable(name=name):
                return variables[name]
            case Call(function=Function.AND | Function.OR as function, arguments=arguments):
                return self._first_decisive(arguments, variables, stops_at=function is Function.OR)
            case Call(function=Function.INDEX, arguments=(_, key)):
                label = self._evaluated(key, variables)
                return Text.of(self._label(label.plain if isinstance(label, Text) else ""))
            case Call(function=function, arguments=arguments):
                return call(function, tuple(self._evaluated(one, variables) for one in arguments))
            case _:
                return self._given(expression)

    def _first_decisive(self, arguments: tuple[Expression, ...], variables: Variables, *, stops_at: bool) -> Value:
        """Go's `and` and `or` look no further than they have to."""
        value: Value = False
        for argument in arguments:
            value = self._evaluated(argument, variables)
            if bool(value) is stops_at:
                break
        return value

    def _given(self, expression: Field | LabelValues | EveryLabel | Data | ParameterText | EveryParameter) -> Value:
        match expression:
            case Field():
                return () if expression is Field.GROUP_BY_SLICE else Text.of(self._values.fields[expression])
            case LabelValues(label=label):
                return Text.of(self._label(label))
            case ParameterText(name=name):
                texts = self._values.parameter(name)
                return Text.of(Element(of=f"parameter {name!r}", texts=texts, trusted=True))
            case EveryLabel():
                return self._values.label_names
            case EveryParameter(names=names):
                return names
            case Data():
                return True
        assert_never(expression)

    def _label(self, name: str) -> Element:
        return Element(of=f"label {name!r}", texts=self._values.label(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class _FieldsOnly:
    fields: Mapping[Field, str]
    label_names: tuple[str, ...] = ()
    values_are_regexes: bool = False
    is_bound: bool = False

    def label(self, name: str) -> tuple[str, ...]:
        raise InexpressibleError(f"no selector gives label {name!r} here")

    def parameter(self, name: str) -> tuple[str, ...]:
        raise InexpressibleError(f"there is no parameter {name!r} here")
