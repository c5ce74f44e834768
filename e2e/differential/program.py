"""Where does the real prometheus-adapter come from? The cache, or a build from the Go module that pins it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from e2e.control_plane.building import NotBuiltError, Recipe, built

_RECIPE: Final = Recipe(
    name="prometheus-adapter",
    module="prometheus-adapter",
    package="sigs.k8s.io/prometheus-adapter/cmd/adapter",
    takes="3 minutes",
)


class NoAdapterError(Exception):
    """prometheus-adapter is not to be had: why, in one line."""


def find_prometheus_adapter(say: Callable[[str], None], *, environ: Mapping[str, str]) -> Path:
    """The program, built first where it has to be, which takes minutes and is told. Raises NoAdapterError."""
    try:
        return built(_RECIPE, say, environ=environ)
    except NotBuiltError as error:
        raise NoAdapterError(str(error)) from error
