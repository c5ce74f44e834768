"""How do our values look as JSON? The form of each type: one of several dataclasses carries its name as `kind`.

msgspec reads and writes whatever holds neither a choice nor a set; only the rest is walked by us. Pure.
"""

import dataclasses
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from scaler.decisionlog.form import Form
from scaler.decisionlog.form_kinds import ByName, Choice, Fields, Named, Native, Optional, Sequence, SortedSet


@cache
def form_of(kind: object) -> Form:
    """The form of a dataclass, a tuple, a set, a mapping, a union of these, or whatever msgspec knows.

    No type may hold itself.
    """
    form = _walked(kind)
    return Native(type=kind) if form.native else form


def _walked(kind: Any) -> Form:  # noqa: ANN401 -- a type, or a union of types
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {UnionType, Union}:
        return _choice(tuple(member for member in arguments if member is not NoneType))
    if origin is tuple:
        return Sequence(item=form_of(arguments[0]))
    if origin is frozenset:
        return SortedSet(type=kind)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return ByName(item=form_of(arguments[1]))
    if dataclasses.is_dataclass(kind):
        hints = get_type_hints(kind)
        return Fields(type=kind, fields={field.name: form_of(hints[field.name]) for field in dataclasses.fields(kind)})
    return Native(type=kind)


def _choice(members: tuple[Any, ...]) -> Form:
    if len(members) == 1:
        return Optional(item=form_of(members[0]))
    others = [member for member in members if not dataclasses.is_dataclass(member)]
    named = {member.__name__: _named(member) for member in members if member not in others}
    return Choice(named=named, other=form_of(others[0]) if others else None)


def _named(member: Any) -> Named:  # noqa: ANN401 -- a dataclass
    return Named(form=form_of(member), fields=tuple(field.name for field in dataclasses.fields(member)))
