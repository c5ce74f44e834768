"""The adapter as a process, and a real Prometheus for it."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.support.adapter_files import AdapterFiles
from tests.support.adapter_process import AdapterProcess, run_adapter
from tests.support.prometheus_server import prometheus

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["files", "in_front_of_nothing", "prometheus"]


@pytest.fixture(scope="package")
def files(tmp_path_factory: pytest.TempPathFactory) -> AdapterFiles:
    return AdapterFiles(folder=tmp_path_factory.mktemp("adapter"))


@pytest.fixture(scope="package")
def in_front_of_nothing(files: AdapterFiles) -> Iterator[AdapterProcess]:
    """An adapter whose Prometheus accepts connections and never says a word."""
    with _black_hole() as url, run_adapter({**files.flags(), "--prometheus": url}) as adapter:
        yield adapter


@contextmanager
def _black_hole() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
