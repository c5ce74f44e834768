"""How do these tests call a verb? As a console would, with logging put back in place afterwards."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog


@contextmanager
def logging_restored() -> Iterator[None]:
    """A verb sends logs to the standard error of its runner, which is closed when the test is over."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    try:
        yield
    finally:
        root.handlers = handlers
        root.setLevel(level)
        structlog.reset_defaults()
