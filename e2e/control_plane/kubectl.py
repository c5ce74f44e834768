"""How do scenarios call kubectl? As one user, with nothing of the real user's settings and caches."""

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from e2e.control_plane.processes import environment

_SECONDS: Final = 180.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What kubectl printed, and its exit status."""

    status: int
    out: str
    error: str


class KubectlError(AssertionError):
    """kubectl ended with an error where success was expected: the command and what it printed."""


class Kubectl:
    """kubectl for the user of one kubeconfig."""

    def __init__(self, program: Path, kubeconfig: Path, home: Path) -> None:
        self._program = program
        self._environ = {"KUBECONFIG": str(kubeconfig), "HOME": str(home)}

    def __call__(self, *words: str) -> str:
        """Standard output; raises KubectlError unless it ends well."""
        return self._well(words, self.run(*words))

    def run(self, *words: str, given: str = "") -> Said:
        """Whatever comes of it, `given` on standard input."""
        done = subprocess.run(
            [self._program, *words],
            input=given,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
            env=environment(self._environ),
        )
        return Said(status=done.returncode, out=done.stdout, error=done.stderr)

    def apply(self, *documents: Mapping[str, Any]) -> str:
        """Like `kubectl apply` with these objects in a file."""
        return self._well(("apply", "-f", "-"), self.run("apply", "-f", "-", given=yaml.safe_dump_all(documents)))

    @staticmethod
    def _well(words: tuple[str, ...], said: Said) -> str:
        if said.status:
            raise KubectlError(f"kubectl {' '.join(words)}: status {said.status}\n{said.error}{said.out}")
        return said.out
