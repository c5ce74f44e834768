"""What signals do to a whole program, run as a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import asyncio, sys
from adapter.process.lifecycle import run, serve_until

async def for_ever():
    await asyncio.get_running_loop().create_future()

async def stubborn():
    while True:
        try:
            await for_ever()
        except asyncio.CancelledError:
            print("cancelled", flush=True)

async def main(stop):
    service = {"obedient": for_ever, "stubborn": stubborn}[sys.argv[1]]()
    print("ready", flush=True)
    await serve_until(stop, service, grace_seconds=float(sys.argv[2]))
    return 0

sys.exit(run(main))
"""


def _program(service: str, grace_seconds: float) -> subprocess.Popen[str]:
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, service, str(grace_seconds)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "ready\n"
    return program


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_program_in_good_order(number: signal.Signals) -> None:
    with _program("obedient", 10) as program:
        program.send_signal(number)
        assert program.wait(10) == 0


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_second_signal_ends_it_at_once(number: signal.Signals, status: int) -> None:
    with _program("stubborn", 60) as program:
        assert program.stdout is not None
        program.send_signal(number)
        assert program.stdout.readline() == "cancelled\n"
        program.send_signal(number)
        assert program.wait(10) == status


def test_a_program_with_a_stubborn_service_still_ends() -> None:
    with _program("stubborn", 0.01) as program:
        program.send_signal(signal.SIGTERM)
        assert program.wait(10) == 3
