"""Writes the golden texts of `lagzero migrate` anew, for a review: `python -m tests.golden.migrate`."""

from tests.golden.migrate.cases import HERE, texts

for old in (HERE / "texts").glob("*"):
    old.unlink()
for name, text in texts().items():
    (HERE / "texts" / name).write_text(text, encoding="utf-8")
