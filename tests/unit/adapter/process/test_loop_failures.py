"""What becomes of a failure in the event loop that nobody waits for."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from adapter.process.lifecycle import run
from adapter.process.loop_failures import note_loop_failures

# As uvloop says it, when what TLS has to say to a peer comes after the connection broke.
_CLOSED = "unable to perform operation on <TCPTransport closed=True reading=False 0x55d1>; the handler is closed"


def told(message: str, error: BaseException | None) -> list[tuple[str, str, str]]:
    """Level, event and cause of what is logged of one failure."""
    with asyncio.Runner() as runner, capture_logs() as logs:
        note_loop_failures(runner.get_loop())
        found = {"message": message} if error is None else {"message": message, "exception": error}
        runner.get_loop().call_exception_handler(found)
    return [(entry["log_level"], entry["event"], entry["what"]) for entry in logs]


@pytest.mark.parametrize(
    "error", [ConnectionResetError("reset by peer"), BrokenPipeError("gone"), RuntimeError(_CLOSED)]
)
def test_a_connection_that_breaks_is_no_failure(error: Exception) -> None:
    what = "Fatal error on SSL protocol"
    assert [("debug", "connection broke", what)] == told(what, error)


@pytest.mark.parametrize("error", [ValueError("a bug"), RuntimeError("another"), None])
def test_anything_else_is_one_line_with_what_asyncio_says(error: Exception | None) -> None:
    what = "Task exception was never retrieved"
    assert [("error", "failure in the event loop", what)] == told(what, error)


def test_a_failure_is_told_with_its_traceback() -> None:
    error = ValueError("a bug")
    with asyncio.Runner() as runner, capture_logs() as logs:
        note_loop_failures(runner.get_loop())
        runner.get_loop().call_exception_handler({"message": "it failed", "exception": error})
    assert [error] == [entry["exc_info"] for entry in logs]


def test_a_program_notes_its_loops_failures() -> None:
    async def main(_stop: asyncio.Event) -> int:
        asyncio.get_running_loop().call_exception_handler({"message": "it failed"})
        return 0

    with capture_logs() as logs:
        run(main)
    assert [("failure in the event loop", "it failed")] == [(entry["event"], entry["what"]) for entry in logs]
