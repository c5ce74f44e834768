import asyncio
import sys
from pathlib import Path

import pytest

from e2e.demo.parts import PartError, Parts

_UNTIL_TERMINATED = """
import pathlib, signal, sys
name, folder = sys.argv[1], pathlib.Path(sys.argv[2])
def end(*_):
    with (folder / "ended").open("a") as file:
        file.write(name)
    sys.exit()
signal.signal(signal.SIGTERM, end)
print("hello from", name, flush=True)
(folder / f"{name}.up").touch()
signal.pause()
"""


async def _start(parts: Parts, folder: Path, name: str, program: str = _UNTIL_TERMINATED) -> None:
    async def up() -> bool:
        return await asyncio.to_thread((folder / f"{name}.up").exists)

    await parts.start(name, (sys.executable, "-c", program, name, folder), up=up)


async def test_parts_end_in_the_reverse_order_of_their_start(tmp_path: Path) -> None:
    async with Parts(tmp_path) as parts:
        for name in "abc":
            await _start(parts, tmp_path, name)
    assert "cba" == (tmp_path / "ended").read_text()


async def test_parts_end_also_when_something_else_fails(tmp_path: Path) -> None:
    async def fail() -> None:
        async with Parts(tmp_path) as parts:
            await _start(parts, tmp_path, "a")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert "a" == (tmp_path / "ended").read_text()


async def test_a_program_that_cannot_be_started_is_named_with_the_cause(tmp_path: Path) -> None:
    async def up() -> bool:
        return True

    async with Parts(tmp_path) as parts:
        with pytest.raises(PartError, match=r"^a can't be started: /nowhere/a: No such file or directory$"):
            await parts.start("a", ("/nowhere/a",), up=up)


async def test_a_program_that_ends_before_it_is_up_is_named_with_its_status(tmp_path: Path) -> None:
    async with Parts(tmp_path) as parts:
        with pytest.raises(PartError, match=r"^a has ended by itself, with status 7$"):
            await _start(parts, tmp_path, "a", "import sys; sys.exit(7)")


async def test_the_end_of_a_log_is_told_by_the_name_of_its_program(tmp_path: Path) -> None:
    async with Parts(tmp_path) as parts:
        await _start(parts, tmp_path, "a")
        assert {"a": ("hello from a",)} == parts.last_lines(3)


async def test_a_program_that_runs_is_no_reason_to_worry(tmp_path: Path) -> None:
    async with Parts(tmp_path) as parts:
        await _start(parts, tmp_path, "a")
        parts.check()
