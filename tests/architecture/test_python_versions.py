"""The code is Python for every version that is promised, not only for the one that runs these tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import PYTHON, ROOT


def test_the_tests_run_on_a_promised_version() -> None:
    assert sys.version_info >= (3, 11)


@pytest.mark.parametrize("version", ["3.11", "3.13"])
def test_everything_compiles(version: str, tmp_path: Path) -> None:
    interpreter = f"python{version}"
    if not _runs(interpreter):
        pytest.skip(f"needs {interpreter} on PATH")
    compiled = subprocess.run(
        [interpreter, "-W", "error", "-m", "compileall", "-q", "-f", *PYTHON],
        cwd=ROOT,
        env={**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (compiled.returncode, compiled.stdout + compiled.stderr) == (0, "")


def _runs(interpreter: str) -> bool:
    try:
        return subprocess.run([interpreter, "-c", ""], capture_output=True, timeout=30, check=False).returncode == 0
    except OSError:
        return False
