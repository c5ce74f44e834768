"""How does a program of somebody else's come out of the Go module that pins it? Once, into a cache, told as it goes."""

import hashlib
import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from e2e.cache import cache_folder
from e2e.control_plane.go import NoGoError, find_go, go_environ
from e2e.control_plane.patience import now_seconds

_MODULES: Final = Path(__file__).parent / "modules"
_BUILD_SECONDS: Final = 1800.0


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
        _build(go, recipe, program, environ)
        say(f"built {recipe.name} in {now_seconds() - began:.0f} s")
    return program


def module_key(recipe: Recipe) -> str:
    """Changes with every version that the program is built from, and with nothing else's."""
    digest = hashlib.sha256(recipe.linker_flags.encode())
    for file in ("go.mod", "go.sum"):
        digest.update((_MODULES / recipe.module / file).read_bytes())
    return digest.hexdigest()[:16]


def _build(go: Path, recipe: Recipe, program: Path, environ: Mapping[str, str]) -> None:
    program.parent.mkdir(parents=True, exist_ok=True)
    # Complete or not there at all, also when another run builds at the same time.
    unfinished = program.with_name(f"{program.name}.{os.getpid()}")
    flags = ("-trimpath", "-ldflags", recipe.linker_flags, "-o", unfinished)
    try:
        done = subprocess.run(
            [go, "-C", _MODULES / recipe.module, "build", *flags, recipe.package],
            env=go_environ(environ),
            capture_output=True,
            text=True,
            timeout=_BUILD_SECONDS,
            check=False,
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no output"])[-1]
            raise NotBuiltError(f"{recipe.package} can't be built from the module {recipe.module}: {last}")
        unfinished.replace(program)
    except subprocess.TimeoutExpired as error:
        raise NotBuiltError(f"{recipe.package} is not built after {_BUILD_SECONDS:g} s") from error
    except OSError as error:
        raise NotBuiltError(f"{recipe.package} can't be built: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
