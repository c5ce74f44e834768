"""Which cases stand in the table beside a test? `*.vectors.json`, one test parameter per case, named by its id.

Vectors are written by people and reviewed as specification; they are never made from our own output.
"""

from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from _pytest.mark import ParameterSet

Case = TypeVar("Case")


class _Named(msgspec.Struct):
    id: str


def vectors(path: Path, into: type[Case]) -> list[ParameterSet]:
    """The cases of one table, each decoded into a struct that has an `id`. A duplicate id is a mistake."""
    raw = msgspec.json.decode(path.read_bytes(), type=list[msgspec.Raw])
    names = [msgspec.json.decode(case, type=_Named).id for case in raw]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"{path.name}: more than one case is called {', '.join(twice)}")
    return [pytest.param(msgspec.json.decode(case, type=into), id=name) for case, name in zip(raw, names, strict=True)]
