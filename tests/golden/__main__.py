"""Writes the golden files anew, for the review of a change that is meant: `python -m tests.golden`."""

from tests.golden.files import HERE, contents

for old in (*HERE.glob("decisionlog/*"), *HERE.glob("explain/*")):
    old.unlink()
for path, content in contents().items():
    path.write_bytes(content)
