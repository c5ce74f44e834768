"""How does a program of somebody else's come out of the Go module that pins it? Once, into a cache, told as it goes."""

import hashlib
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from e2e.cache import cache_folder
from e2e.control_plane.go import NoGoError, find_go, go_environ
from e2e.control_plane.patience import now_seconds

_MODULES: Final = Path(__file__).parent / "modules"
# Five minutes on a machine at rest.
_BUILD_SECONDS: Final = 5400.0
# How Go tells of a module that didn't arrive, and not of one that is wrong.
_OF_THE_NETWORK: Final = ('Get "http', "reading http", "dial tcp", "unexpected EOF", "connection reset", "i/o timeout")
_LINES_TOLD: Final = 3


class NotBuiltError(Exception):
    """A program is not to be had: which, why, and what to do, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """A program, the folder in `modules/` that pins its version, its package, and what the linker is told."""

    name: str
    module: str
    package: str
    linker_flags: str = "-s -w"
    takes: str


def built(recipe: Recipe, say: Callable[[str], None], *, environ: Mapping[str, str]) -> Path:
    """The program from the cache, built first where it has to be. Raises NotBuiltError."""
    cache = cache_folder(environ)
    program = cache / "programs" / f"{recipe.name}-{module_key(recipe)}" / recipe.name
    if not program.exists():
        say(f"building {recipe.name} ({recipe.package}) into {program.parent} (once; {recipe.takes} on 2 cores)")
        began = now_seconds()
        try:
            go = find_go(cache, say, environ=environ)
        except NoGoError as error:
            raise NotBuiltError(str(error)) from error
        _build(go, recipe, program, go_environ(environ), say)
        say(f"built {recipe.name} in {now_seconds() - began:.0f} s")
    return program


def module_key(recipe: Recipe) -> str:
    """Changes with every version that the program is built from, and with nothing else's."""
    digest = hashlib.sha256(recipe.linker_flags.encode())
    for file in ("go.mod", "go.sum"):
        digest.update((_MODULES / recipe.module / file).read_bytes())
    return digest.hexdigest()[:16]


def _build(go: Path, recipe: Recipe, program: Path, environ: Mapping[str, str], say: Callable[[str], None]) -> None:
    # Complete or not there at all, also when another run builds at the same time.
    unfinished = program.with_name(f"{program.name}.{os.getpid()}")
    flags = ("-trimpath", "-ldflags", recipe.linker_flags, "-o", unfinished)
    command: list[str | Path] = [go, "-C", _MODULES / recipe.module, "build", *flags, recipe.package]
    try:
        program.parent.mkdir(parents=True, exist_ok=True)
        complaint = _complaint(command, environ)
        if any(words in complaint for words in _OF_THE_NETWORK):
            say(f"once more, since a module did not arrive: {_end_of(complaint)}")
            # Whatever has arrived is kept.
            complaint = _complaint(command, environ)
        if complaint:
            raise NotBuiltError(
                f"{recipe.package} can't be built from the module {recipe.module}: {_end_of(complaint)}"
            )
        unfinished.replace(program)
    except subprocess.TimeoutExpired as error:
        raise NotBuiltError(f"{recipe.package} is not built after {_BUILD_SECONDS:g} s") from error
    except OSError as error:
        raise NotBuiltError(f"{recipe.package} can't be built: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)


def _complaint(command: Sequence[str | Path], environ: Mapping[str, str]) -> str:
    """What Go says of a build that fails; nothing of one that succeeds."""
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=_BUILD_SECONDS, check=False)
    return (done.stderr.strip() or "no output") if done.returncode else ""


def _end_of(complaint: str) -> str:
    return "; ".join(complaint.splitlines()[-_LINES_TOLD:])
