"""What does kustomize make of a folder? Its objects, built by the kubectl that is installed for developers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.architecture.manifests import Object


def build(folder: Path) -> list[Object]:
    """Every object of a kustomization, which has to be built without a word on standard error."""
    command = [_kubectl(), "kustomize", str(folder)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert built.stderr == ""
    return list(yaml.safe_load_all(built.stdout))


def _kubectl() -> str:
    """Without one a test fails in CI and is skipped elsewhere, with the reason."""
    beside = Path(sys.executable).with_name("kubectl")
    binary = str(beside) if beside.exists() else shutil.which("kubectl")
    if binary is not None:
        return binary
    reason = "needs the program `kubectl` on PATH"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
