"""Where do the programs of the control plane come from? KUBEBUILDER_ASSETS, the cache, or a build from Go modules."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from e2e.control_plane.go import NoGoError, find_go, go_environ
from e2e.control_plane.patience import now_seconds

KUBERNETES_VERSION: Final = "v1.37.2"
_MODULES: Final = Path(__file__).parent / "modules"
_STAMP: Final = "k8s.io/component-base/version"
_BUILD_SECONDS: Final = 1800.0
_VERSION_FLAGS: Final = f"-X {_STAMP}.gitVersion={KUBERNETES_VERSION} -X {_STAMP}.gitMajor=1 -X {_STAMP}.gitMinor=37"
# Program, the module that pins its version, the package.
_PACKAGES: Final = (
    ("etcd", "etcd", "go.etcd.io/etcd/server/v3"),
    ("kubectl", "kubernetes", "k8s.io/kubernetes/cmd/kubectl"),
    ("kube-apiserver", "kubernetes", "k8s.io/kubernetes/cmd/kube-apiserver"),
    ("kube-controller-manager", "kubernetes", "k8s.io/kubernetes/cmd/kube-controller-manager"),
)


class NoProgramsError(Exception):
    """The control plane's programs are not to be had: which, and what to do, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Programs:
    """The paths of the four programs."""

    etcd: Path
    kube_apiserver: Path
    kube_controller_manager: Path
    kubectl: Path

    @classmethod
    def of(cls, folder: Path) -> Self:
        """The programs of one folder, by their own names."""
        return cls(
            etcd=folder / "etcd",
            kube_apiserver=folder / "kube-apiserver",
            kube_controller_manager=folder / "kube-controller-manager",
            kubectl=folder / "kubectl",
        )


def find_programs(say: Callable[[str], None], *, environ: Mapping[str, str]) -> Programs:
    """All four, built first where they have to be, which takes minutes and is told. Raises NoProgramsError."""
    assets = environ.get("KUBEBUILDER_ASSETS")
    if assets:
        return _given(Path(assets))
    folder = cache_folder(environ) / "control-plane" / modules_key()
    missing = [each for each in _PACKAGES if not (folder / each[0]).exists()]
    if missing:
        _build(missing, folder, say, environ)
    return Programs.of(folder)


def cache_folder(environ: Mapping[str, str]) -> Path:
    """Where built programs are kept, outside of the repository: as the XDG base directories have it."""
    base = environ.get("XDG_CACHE_HOME", "")
    # A relative path is to be ignored, by the same rules.
    return (Path(base) if base.startswith("/") else Path.home() / ".cache") / "lagzero"


def modules_key() -> str:
    """Changes with every version that is built from."""
    digest = hashlib.sha256()
    for file in sorted(_MODULES.glob("*/go.*")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _given(folder: Path) -> Programs:
    missing = [name for name, _, _ in _PACKAGES if not (folder / name).exists()]
    if missing:
        raise NoProgramsError(f"KUBEBUILDER_ASSETS={folder} lacks {', '.join(missing)}; add it, or unset the variable")
    return Programs.of(folder)


def _build(
    packages: list[tuple[str, str, str]], folder: Path, say: Callable[[str], None], environ: Mapping[str, str]
) -> None:
    say(f"building the control plane into {folder} (once; 10 minutes on 2 cores)")
    try:
        go = find_go(cache_folder(environ), say, environ=environ)
    except NoGoError as error:
        raise NoProgramsError(str(error)) from error
    folder.mkdir(parents=True, exist_ok=True)
    for name, module, package in packages:
        say(f"  {name} ({package}) ...")
        began = now_seconds()
        _build_one(go, _MODULES / module, package, folder / name)
        say(f"  {name} built in {now_seconds() - began:.0f} s")


def _build_one(go: Path, module: Path, package: str, program: Path) -> None:
    # Complete or not there at all, also when another run builds at the same time.
    unfinished = program.with_name(f"{program.name}.{os.getpid()}")
    flags = ("-trimpath", "-ldflags", f"-s -w {_VERSION_FLAGS}", "-o", unfinished)
    try:
        done = subprocess.run(
            [go, "-C", module, "build", *flags, package],
            env=go_environ(os.environ),
            capture_output=True,
            text=True,
            timeout=_BUILD_SECONDS,
            check=False,
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no output"])[-1]
            raise NoProgramsError(f"{package} can't be built from {module}: {last}")
        unfinished.replace(program)
    except subprocess.TimeoutExpired as error:
        raise NoProgramsError(f"{package} is not built after {_BUILD_SECONDS:g} s") from error
    finally:
        unfinished.unlink(missing_ok=True)


def main() -> int:
    """Build what is missing and print where it is; exit status 3 where that can't be."""
    try:
        programs = find_programs(lambda line: print(line, file=sys.stderr, flush=True), environ=os.environ)
    except NoProgramsError as error:
        print(f"no control plane: {error}", file=sys.stderr)
        return 3
    print(programs.kube_apiserver.parent)
    return 0


if __name__ == "__main__":
    sys.exit(main())
