"""Where do the programs of the control plane come from? KUBEBUILDER_ASSETS, the cache, or a build from Go modules."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from e2e.control_plane.building import NotBuiltError, Recipe, built

KUBERNETES_VERSION: Final = "v1.37.2"
_STAMP: Final = "k8s.io/component-base/version"
_STAMPED: Final = f"-s -w -X {_STAMP}.gitVersion={KUBERNETES_VERSION} -X {_STAMP}.gitMajor=1 -X {_STAMP}.gitMinor=37"


def _kubernetes(name: str, takes: str) -> Recipe:
    package = f"k8s.io/kubernetes/cmd/{name}"
    return Recipe(name=name, module="kubernetes", package=package, linker_flags=_STAMPED, takes=takes)


# The first of the Kubernetes programs compiles what the others share.
_RECIPES: Final = (
    Recipe(name="etcd", module="etcd", package="go.etcd.io/etcd/server/v3", takes="a minute"),
    _kubernetes("kubectl", "2 minutes"),
    _kubernetes("kube-apiserver", "5 minutes"),
    _kubernetes("kube-controller-manager", "2 minutes"),
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


def find_programs(say: Callable[[str], None], *, environ: Mapping[str, str]) -> Programs:
    """All four, built first where they have to be, which takes minutes and is told. Raises NoProgramsError."""
    assets = environ.get("KUBEBUILDER_ASSETS")
    try:
        found = _given(Path(assets)) if assets else {each.name: built(each, say, environ=environ) for each in _RECIPES}
    except NotBuiltError as error:
        raise NoProgramsError(str(error)) from error
    return Programs(
        etcd=found["etcd"],
        kube_apiserver=found["kube-apiserver"],
        kube_controller_manager=found["kube-controller-manager"],
        kubectl=found["kubectl"],
    )


def _given(folder: Path) -> dict[str, Path]:
    found = {each.name: folder / each.name for each in _RECIPES}
    missing = [name for name, program in found.items() if not program.exists()]
    if missing:
        raise NoProgramsError(f"KUBEBUILDER_ASSETS={folder} lacks {', '.join(missing)}; add it, or unset the variable")
    return found


def main() -> int:
    """Build what is missing and print where each is; exit status 3 where that can't be."""
    try:
        programs = find_programs(lambda line: print(line, file=sys.stderr, flush=True), environ=os.environ)
    except NoProgramsError as error:
        print(f"no control plane: {error}", file=sys.stderr)
        return 3
    for program in (programs.etcd, programs.kube_apiserver, programs.kube_controller_manager, programs.kubectl):
        print(program)
    return 0


if __name__ == "__main__":
    sys.exit(main())
