"""Writes these golden files anew, for the review of a change that is meant: `python -m tests.golden.mistakes`."""

from tests.golden.mistakes.texts import TEXTS, texts

made = texts()
TEXTS.mkdir(exist_ok=True)
for old in TEXTS.iterdir():
    old.unlink()
for name, text in made.items():
    (TEXTS / f"{name}.txt").write_text(text, encoding="utf-8")
