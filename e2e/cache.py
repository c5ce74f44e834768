"""Where are fetched and built programs kept? In one folder, outside of the repository."""

from collections.abc import Mapping
from pathlib import Path


def cache_folder(environ: Mapping[str, str]) -> Path:
    """`lagzero` where the XDG base directories say that caches are; deleting it costs only time."""
    base = environ.get("XDG_CACHE_HOME", "")
    # A relative path is to be ignored, by the same rules.
    return (Path(base) if base.startswith("/") else Path.home() / ".cache") / "lagzero"
