"""What the command says to somebody who gets it wrong, and how it ends."""

import subprocess
import sys
from pathlib import Path

from tests.support.ending import ended

_ROOT = Path(__file__).parents[3]


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "e2e.sandbox", *arguments]
    return subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_an_address_that_is_none_is_a_usage_error(tmp_path: Path) -> None:
    result = _run("--state", str(tmp_path), "--listen", "somewhere")
    assert (result.returncode, "--listen should be HOST:PORT" in result.stderr) == (2, True)


def test_a_definition_that_is_none_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("kind: CustomResourceDefinition\nmetadata: {name: a}\nspec: {}\n")
    result = _run("--state", str(tmp_path / "state"), "--crd", str(broken))
    assert (result.returncode, str(broken) in result.stderr, "Traceback" in result.stderr) == (1, True, False)


def test_a_tokens_file_that_is_none_is_named(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens.csv"
    tokens.write_text("jane\n")
    result = _run("--state", str(tmp_path / "state"), "--tokens", str(tokens))
    assert (result.returncode, "line 1 of the tokens file" in result.stderr) == (2, True)


def test_sigterm_ends_it_and_takes_the_ready_file_away(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "e2e.sandbox", "--state", str(tmp_path)]
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        code = ended(process)
    assert (code, (tmp_path / "ready.json").exists()) == (0, False)
