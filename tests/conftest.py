"""What holds for every test? A mark for its folder, no task and no logging left behind, repeatable examples in CI."""

import asyncio
import inspect
import logging
import os
from collections.abc import AsyncIterator, Generator
from pathlib import Path

import hypothesis
import pytest
import structlog

_TESTS = Path(__file__).parent
_ROOT = _TESTS.parent
_OURS = tuple(str(_ROOT / package) + os.sep for package in ("adapter", "scaler", "e2e", "tests"))
_TIERS = {
    "unit": "one function or class, nothing else needed",
    "properties": "laws over inputs that Hypothesis thinks of",
    "conformance": "the recordings of the real controller",
    "golden": "every text and every record, byte for byte",
    "contracts": "the same claims about a stand-in and the real thing",
    "architecture": "the house rules",
}

# The same examples in every run: what fails in CI fails again elsewhere, and no change is blamed for another's luck.
hypothesis.settings.register_profile("repeatable", derandomize=True, database=None, deadline=None, print_blob=True)
if os.environ.get("CI") == "true":
    hypothesis.settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in _TIERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}; set by the folder")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`-m unit` is the folder tests/unit, and so on for each tier."""
    tiers = {*_TIERS, "integration"}
    for item in items:
        tier = item.path.relative_to(_TESTS).parts[0] if item.path.is_relative_to(_TESTS) else ""
        if tier in tiers:
            item.add_marker(tier)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """Logging is as it was after each test: a program keeps the standard error that it was configured with."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    configured, configuration = structlog.is_configured(), structlog.get_config()
    try:
        return (yield)
    finally:
        root.setLevel(level)
        root.handlers = handlers
        if configured:
            structlog.configure(**configuration)
        else:
            structlog.reset_defaults()


@pytest.fixture(autouse=True)
def _no_leaked_task(request: pytest.FixtureRequest) -> None:
    """Every autouse fixture of this file comes first, so its end comes last: after all other fixtures let go."""
    if inspect.iscoroutinefunction(getattr(request, "function", None)):
        request.getfixturevalue("_tasks_end_with_the_test")


@pytest.fixture
async def _tasks_end_with_the_test() -> AsyncIterator[None]:
    before = asyncio.all_tasks()
    yield
    # What was cancelled just now may take a few turns to end.
    for _ in range(5):
        await asyncio.sleep(0)
    left = [task for task in asyncio.all_tasks() - before - {asyncio.current_task()} if _is_ours(task)]
    assert left == [], "tasks outlived the test that started them"


def _is_ours(task: asyncio.Task[object]) -> bool:
    """A library's own tasks end when its connections notice that they were closed, which is not ours to wait for."""
    code = getattr(task.get_coro(), "cr_code", None)
    return code is not None and code.co_filename.startswith(_OURS)
