"""What a line of the log looks like."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import msgspec
import pytest
import structlog

from adapter.process.logging import LogFormat, configure_logging

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers, level_now = handlers, level
    root.setLevel(level_now)
    structlog.reset_defaults()


def test_json_lines_begin_with_time_level_and_message(capfd: pytest.CaptureFixture[str]) -> None:
    configure_logging(format=LogFormat.JSON, level="info")
    structlog.get_logger().info("scaled target", autoscaler="jobs/worker", to=5)
    line = msgspec.json.decode(capfd.readouterr().err, type=dict[str, object])
    assert list(line) == ["time", "level", "message", "autoscaler", "to"]
    assert {"level": "info", "message": "scaled target", "to": 5}.items() <= line.items()


def test_events_below_the_level_are_not_written(capfd: pytest.CaptureFixture[str]) -> None:
    configure_logging(format=LogFormat.JSON, level="warning")
    structlog.get_logger().info("nothing new")
    assert not capfd.readouterr().err


def test_text_lines_are_for_people(capfd: pytest.CaptureFixture[str]) -> None:
    configure_logging(format=LogFormat.TEXT, level="info")
    structlog.get_logger().info("scaled target", to=5)
    assert "to=5" in capfd.readouterr().err


def _fail_holding(password: str) -> None:
    raise ValueError(f"broken after {len(password)} characters")


def test_an_exception_comes_as_text_without_local_variables(capfd: pytest.CaptureFixture[str]) -> None:
    configure_logging(format=LogFormat.JSON, level="info")
    secret = str(object())
    try:
        _fail_holding(secret)
    except ValueError:
        structlog.get_logger().exception("program failed")
    written = capfd.readouterr().err
    assert "ValueError: broken after" in written
    assert secret not in written


def test_libraries_that_use_standard_logging_end_up_in_the_same_stream(capfd: pytest.CaptureFixture[str]) -> None:
    configure_logging(format=LogFormat.JSON, level="info")
    logging.getLogger("aiohttp.server").warning("odd %s", "request")
    line = msgspec.json.decode(capfd.readouterr().err, type=dict[str, object])
    assert {"message": "odd request", "logger": "aiohttp.server", "level": "warning"}.items() <= line.items()


def test_a_value_that_json_does_not_know_is_shown_as_its_repr(capfd: pytest.CaptureFixture[str]) -> None:
    configure_logging(format=LogFormat.JSON, level="info")
    structlog.get_logger().info("odd value", value=range(3))
    assert '"range(0, 3)"' in capfd.readouterr().err


def test_a_level_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="loud"):
        configure_logging(format=LogFormat.JSON, level="loud")
