"""Where does the real prometheus-adapter come from? The cache, or a build from the Go module that pins it."""

import hashlib
import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from e2e.control_plane.binaries import cache_folder
from e2e.control_plane.go import NoGoError, find_go, go_environ
from e2e.control_plane.patience import now_seconds
from e2e.control_plane.processes import ROOT

_MODULE: Final = ROOT / "e2e" / "control_plane" / "modules" / "prometheus-adapter"
_PACKAGE: Final = "sigs.k8s.io/prometheus-adapter/cmd/adapter"
_BUILD_SECONDS: Final = 3600.0


class NoAdapterError(Exception):
    """prometheus-adapter is not to be had: why, in one line."""


def find_prometheus_adapter(say: Callable[[str], None], *, environ: Mapping[str, str]) -> Path:
    """The program, built first where it has to be, which takes minutes and is told. Raises NoAdapterError."""
    cache = cache_folder(environ)
    program = cache / "prometheus-adapter" / _module_key() / "prometheus-adapter"
    if not program.exists():
        say(f"building prometheus-adapter into {program.parent} (once; 3 minutes on 2 cores)")
        began = now_seconds()
        try:
            go = find_go(cache, say, environ=environ)
        except NoGoError as error:
            raise NoAdapterError(str(error)) from error
        _build(go, program)
        say(f"built in {now_seconds() - began:.0f} s")
    return program


def _module_key() -> str:
    """Changes with every version that is built from."""
    digest = hashlib.sha256()
    for file in ("go.mod", "go.sum"):
        digest.update((_MODULE / file).read_bytes())
    return digest.hexdigest()[:16]


def _build(go: Path, program: Path) -> None:
    program.parent.mkdir(parents=True, exist_ok=True)
    # Complete or not there at all, also when another run builds at the same time.
    unfinished = program.with_name(f"{program.name}.{os.getpid()}")
    command: list[str | Path] = [
        "nice",
        "-n",
        "15",
        go,
        "-C",
        _MODULE,
        "build",
        "-trimpath",
        "-ldflags",
        "-s -w",
        "-o",
        unfinished,
    ]
    try:
        done = subprocess.run(
            [*command, _PACKAGE],
            env=go_environ(os.environ),
            capture_output=True,
            text=True,
            timeout=_BUILD_SECONDS,
            check=False,
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no output"])[-1]
            raise NoAdapterError(f"{_PACKAGE} can't be built from {_MODULE}: {last}")
        unfinished.replace(program)
    except subprocess.TimeoutExpired as error:
        raise NoAdapterError(f"{_PACKAGE} is not built after {_BUILD_SECONDS:g} s") from error
    except OSError as error:
        raise NoAdapterError(f"{_PACKAGE} can't be built: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
