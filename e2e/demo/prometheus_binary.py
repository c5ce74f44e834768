"""Where does a real Prometheus come from? PATH, the cache, Debian's packages, or its Go module; else nowhere."""

import asyncio
import os
import shutil
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from e2e.cache import cache_folder

MODULE: Final = "github.com/prometheus/prometheus"
VERSION: Final = "v0.316.0"
_TAGS: Final = "remove_all_sd,enable_kubernetes_sd,netgo"
_PACKAGES_SECONDS: Final = 300.0
_BUILD_SECONDS: Final = 1800.0
_MISSING: Final = (
    "the demo needs a real Prometheus: there is none on PATH, and neither Debian's packages nor Go could provide one. "
    "Install the package `prometheus`, or Go 1.26 or newer, or name the program: ./dev demo --prometheus PATH"
)


class NoPrometheusError(Exception):
    """There is no Prometheus to be had: what was tried, and what to install."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shell:
    """Runs other people's programs, as found by one environment, and tells which."""

    environ: Mapping[str, str]
    say: Callable[[str], None]

    def which(self, name: str) -> str | None:
        return shutil.which(name, path=self.environ.get("PATH", ""))

    async def run(self, *command: str | Path, folder: Path, seconds: float) -> bool:
        """Whether the command ended well; what it printed is told only if it didn't."""
        self.say(f"  {' '.join(str(word) for word in command)}")
        environ = {**self.environ, "CGO_ENABLED": "0", "DEBIAN_FRONTEND": "noninteractive"}
        process = await asyncio.create_subprocess_exec(
            *command, cwd=folder, env=environ, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT
        )
        output = b""
        try:
            async with asyncio.timeout(seconds):
                output, _ = await process.communicate()
        except TimeoutError:
            self.say(f"  not done after {seconds:g} s, given up")
        finally:
            if process.returncode is None:
                process.terminate()
                await process.wait()
        if process.returncode:
            for line in output.decode(errors="replace").splitlines()[-5:]:
                self.say(f"  {line}")
        return process.returncode == 0


async def find_prometheus(say: Callable[[str], None], *, environ: Mapping[str, str]) -> Path:
    """The path of a Prometheus that runs. May take minutes where it has to be fetched first, and tells so.

    Nothing is installed: what is fetched lies in the cache folder alone, and deleting that undoes it.
    """
    shell, cache = _Shell(environ=environ, say=say), cache_folder(environ)
    on_path = shell.which("prometheus")
    built, unpacked = cache / f"prometheus-{VERSION}" / "prometheus", cache / "prometheus-debian" / "prometheus"
    for candidate in [*([Path(on_path)] if on_path else []), built, unpacked]:
        if await _runs(candidate):
            return candidate
    if await _unpack(shell, unpacked):
        return unpacked
    if await _build(shell, built):
        return built
    raise NoPrometheusError(_MISSING)


async def _unpack(shell: _Shell, binary: Path) -> bool:
    """Debian's package without installing it, which on many machines would start a service for good."""
    apt, dpkg = shell.which("apt-get"), shell.which("dpkg-deb")
    if apt is None or dpkg is None:
        return False
    shell.say(f"no Prometheus on PATH: fetching Debian's package (once), kept in {binary.parent}")
    with tempfile.TemporaryDirectory(prefix="lagzero-prometheus-") as name:
        scratch = Path(name)
        if os.geteuid() == 0:
            # Should this fail, an older list of packages may still do.
            await shell.run(apt, "--quiet", "update", folder=scratch, seconds=_PACKAGES_SECONDS)
        if not await shell.run(apt, "--quiet", "download", "prometheus", folder=scratch, seconds=_PACKAGES_SECONDS):
            return False
        for package in _packages(scratch):
            unpack = (dpkg, "--extract", package, scratch / "unpacked")
            if not await shell.run(*unpack, folder=scratch, seconds=_PACKAGES_SECONDS):
                return False
        return await _placed(scratch / "unpacked" / "usr" / "bin" / "prometheus", binary)


async def _build(shell: _Shell, binary: Path) -> bool:
    go = shell.which("go")
    if go is None:
        return False
    shell.say(f"building Prometheus {VERSION} from its Go module (once; a few minutes), kept in {binary.parent}")
    with tempfile.TemporaryDirectory(prefix="lagzero-prometheus-") as name:
        scratch = Path(name)
        steps = (
            (go, "mod", "init", "demo"),
            (go, "get", f"{MODULE}/cmd/prometheus@{VERSION}"),
            (go, "build", "-trimpath", "-tags", _TAGS, "-o", "prometheus", f"{MODULE}/cmd/prometheus"),
        )
        for step in steps:
            if not await shell.run(*step, folder=scratch, seconds=_BUILD_SECONDS):
                return False
        return await _placed(scratch / "prometheus", binary)


async def _placed(program: Path, binary: Path) -> bool:
    """Whether a program that was made runs; it is put into the cache only if it does."""
    if not await _runs(program):
        return False
    _place(program, binary)
    return True


async def _runs(binary: Path) -> bool:
    try:
        process = await asyncio.create_subprocess_exec(
            binary, "--version", stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
        )
    except OSError:
        return False  # not there, or for another kind of machine
    return await process.wait() == 0


def _packages(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.deb"))


def _place(program: Path, binary: Path) -> None:
    # Complete or not there at all, also when another demo fetches at the same time.
    binary.parent.mkdir(parents=True, exist_ok=True)
    unfinished = binary.with_name(f"{binary.name}.{os.getpid()}")
    shutil.copy(program, unfinished)
    unfinished.replace(binary)
