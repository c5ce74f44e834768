"""How does a command line read on a terminal? What it prints, what it complains of, and its exit status."""

import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path

import msgspec
from click.testing import CliRunner

from scaler.cli import main
from tests.golden.cases import CASES
from tests.golden.console.cluster import running
from tests.golden.files import line
from tests.unit.scaler.cli.wrong import logging_restored

TEXTS = Path(__file__).parent / "texts"
_INPUTS = Path(__file__).parent / "inputs"
# What depends on when a command is run: the present, and how long ago it was that something in the script happened.
_PRESENT = re.compile(
    r"\b(?!2026-01-01|2020-01-01|2025-01-31|2030-01-31|2999)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z"
)
_LONG_AGO = re.compile(r"(?<=for |led )\d+h\w*(?= ago|,)")


def transcripts(commands: Mapping[str, str], folder: Path) -> Iterator[tuple[str, str]]:
    """Each by its name; files of theirs are made in `folder`."""
    with running() as server, _inputs(folder, server) as where, chdir(where), logging_restored():
        for name, arguments in commands.items():
            yield name, _transcript(arguments, server)


def _transcript(arguments: str, server: str) -> str:
    given = shlex.split(arguments.replace("SERVER", server))
    result = CliRunner().invoke(main, given, prog_name="lagzero", terminal_width=100)
    said = "\n".join([*_marked("  ", result.stdout), *_marked("! ", result.stderr)])
    timeless = _LONG_AGO.sub("AGES", _PRESENT.sub("NOW", said)).replace(server, "SERVER")
    return f"$ lagzero {arguments}\n{timeless}\nexit status {result.exit_code}\n"


def _marked(mark: str, text: str) -> Iterator[str]:
    return (f"{mark}{each}".rstrip() for each in text.splitlines())


@contextmanager
def _inputs(folder: Path, server: str) -> Iterator[Path]:
    """The inputs as they are, and those that the server's address stands in or that are made."""
    place = folder / "console" / "inputs"
    shutil.copytree(_INPUTS, place)
    (folder / "decisionlog").mkdir()
    log = b"".join(line(name, sync) + b"\n" for name, sync in CASES.items())
    (folder / "decisionlog" / "records.jsonl").write_bytes(log)
    kubeconfig = (place / "kubeconfig").read_text()
    (place / "kubeconfig").write_text(kubeconfig.replace("SERVER", server))
    for name in ("empty", "bare"):
        (place / f"{name}.kubeconfig").write_text(kubeconfig.replace("SERVER", f"{server}/{name}"))
    for name, content in _logs().items():
        (place / name).write_bytes(content)
    yield place


def _logs() -> dict[str, bytes]:
    """Decision logs that something is the matter with."""
    good = line("worker", CASES["scaled-up"])
    otherwise, future, nonsense = (msgspec.json.decode(good) for _ in range(3))
    otherwise["decision"]["desired"] = 9
    future["version"] = 9
    nonsense["observation"]["readings"] = {}
    changed = {"otherwise.jsonl": otherwise, "future.jsonl": future, "nonsense.jsonl": nonsense}
    return {"cut.jsonl": good[:100], **{name: msgspec.json.encode(each) + b"\n" for name, each in changed.items()}}
