"""What stands in the golden files? Their contents as the program makes them now, by path."""

from datetime import timedelta
from pathlib import Path

from scaler.controller.reconcile import Sync
from scaler.decisionlog.record import decode_record, encode_record
from scaler.narration.explanation import explanation_of
from scaler.narration.text import explanation_text
from tests.golden.beside import BESIDE
from tests.golden.cases import CASES
from tests.golden.said import said

HERE = Path(__file__).parent
RECORDS = HERE / "decisionlog" / "records.jsonl"
FOLDERS = ("decisionlog", "explain", "said", "beside")
SYNC_PERIOD = timedelta(seconds=15)


def line(name: str, sync: Sync) -> bytes:
    return encode_record(f"jobs/{name}", sync)


def explained(name: str, sync: Sync) -> str:
    return explanation_text(explanation_of(decode_record(line(name, sync)), SYNC_PERIOD)) + "\n"


def contents() -> dict[Path, bytes]:
    """Every golden file of these folders that there should be."""
    texts = {
        **{HERE / "explain" / f"{name}.txt": explained(name, sync) for name, sync in CASES.items()},
        **{HERE / "said" / f"{name}.txt": said(sync) + "\n" for name, sync in CASES.items()},
        **{HERE / "beside" / f"{name}.txt": "\n".join([*lines(), ""]) for name, lines in BESIDE.items()},
    }
    records = b"".join(line(name, sync) + b"\n" for name, sync in CASES.items())
    return {RECORDS: records, **{path: text.encode() for path, text in texts.items()}}
