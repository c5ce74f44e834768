"""Which files make up the repository? What a clone holds, found without asking git."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = ("adapter", "scaler")
PYTHON = (*PROGRAMS, "e2e", "tests")
_MADE = frozenset({"__pycache__", "build", "dist"})
_HIDDEN_BUT_OURS = frozenset({".ci", ".dockerignore", ".gitignore"})


def python_files(*packages: str) -> tuple[Path, ...]:
    """Every Python file of these top-level folders, in the order of their names."""
    return tuple(file for package in packages for file in sorted((ROOT / package).rglob("*.py")))


def repository_files() -> Iterator[Path]:
    """Every file that is written by hand or locked, not what tools leave behind."""
    for entry in sorted(ROOT.iterdir()):
        if _is_ours(entry):
            yield from (file for file in _below(entry) if not _MADE.intersection(file.parts))


def name_of(file: Path) -> str:
    """Its path in the repository."""
    return str(file.relative_to(ROOT))


def _is_ours(entry: Path) -> bool:
    if entry.name.startswith("."):
        return entry.name in _HIDDEN_BUT_OURS
    return entry.name not in _MADE and not entry.name.endswith(".egg-info") and entry.name != "uv.lock"


def _below(entry: Path) -> Iterator[Path]:
    if entry.is_file():
        yield entry
    else:
        yield from (file for file in sorted(entry.rglob("*")) if file.is_file())
