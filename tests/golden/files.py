"""What stands in the golden files? Their contents as the program makes them now, by path."""

from datetime import timedelta
from pathlib import Path

from scaler.controller.reconcile import Sync
from scaler.decisionlog.record import decode_record, encode_record
from scaler.narration.explanation import explanation_of
from scaler.narration.text import explanation_text
from tests.golden.cases import CASES

HERE = Path(__file__).parent
RECORDS = HERE / "decisionlog" / "records.jsonl"
SYNC_PERIOD = timedelta(seconds=15)


def line(name: str, sync: Sync) -> bytes:
    return encode_record(f"jobs/{name}", sync)


def explained(name: str, sync: Sync) -> str:
    return explanation_text(explanation_of(decode_record(line(name, sync)), SYNC_PERIOD)) + "\n"


def contents() -> dict[Path, bytes]:
    """Every golden file that there should be."""
    texts = {HERE / "explain" / f"{name}.txt": explained(name, sync).encode() for name, sync in CASES.items()}
    return {RECORDS: b"".join(line(name, sync) + b"\n" for name, sync in CASES.items()), **texts}
