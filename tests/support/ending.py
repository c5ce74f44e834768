"""How does a program that a test started end? It is asked to; one that doesn't is killed, and that is an error."""

import subprocess

_PATIENCE_SECONDS = 60.0


def ended(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> int:
    """The exit status of a program, asked to end unless it has. Raises TimeoutExpired for one that had to be killed."""
    process.terminate()
    try:
        return process.wait(timeout=_PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise
