"""How much processor time has a process used? From the kernel's own account."""

import os
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """User and system time of a process with all its threads, in seconds (resolution 10 ms)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mebibytes(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
