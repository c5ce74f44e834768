"""Writes the golden files anew, for the review of a change that is meant: `python -m tests.golden`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.golden.console.commands import COMMANDS
from tests.golden.console.transcript import TEXTS, transcripts
from tests.golden.files import FOLDERS, HERE, contents

for folder in (*(HERE / name for name in FOLDERS), TEXTS):
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
for path, content in contents().items():
    path.write_bytes(content)
with TemporaryDirectory() as scratch:
    for name, text in transcripts(COMMANDS, Path(scratch)):
        (TEXTS / f"{name}.txt").write_text(text, encoding="utf-8")
