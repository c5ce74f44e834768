"""How a program writes its log: one line per event to standard error, as JSON or as text for people.

Messages are constant and lower-case, everything that varies is a key. Libraries that use the
standard library's logging end up in the same stream, from WARNING on.
"""

from __future__ import annotations

import logging
import sys
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec
import structlog

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor, WrappedLogger

_encoder = msgspec.json.Encoder(enc_hook=repr)
_FIRST_KEYS = ("time", "level", "message")


class LogFormat(StrEnum):
    """The shape of a line."""

    JSON = "json"
    TEXT = "text"


class LogLevel(StrEnum):
    """The least severe events that are written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def configure_logging(*, format: LogFormat, level: str) -> None:  # noqa: A002 - the word of the flag that carries it
    """Send every event of `level` and above to standard error. Raises ValueError for a level that isn't one."""
    severity = logging.getLevelNamesMapping()[LogLevel(level.lower()).value.upper()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            # A traceback as plain text: the structured kind lists local variables, and those hold secrets.
            structlog.processors.format_exc_info,
            *_renderer(format),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(severity),
        logger_factory=structlog.BytesLoggerFactory(file=sys.stderr.buffer),
        # A cached logger would keep what it saw first; modules log before and after this call.
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    root.handlers = [_ToStructlog(level=max(severity, logging.WARNING))]
    root.setLevel(max(severity, logging.WARNING))


def _renderer(log_format: LogFormat) -> list[Processor]:
    if log_format is LogFormat.JSON:
        return [structlog.processors.EventRenamer("message"), _render_json]
    return [structlog.dev.ConsoleRenderer(timestamp_key="time", colors=sys.stderr.isatty()), _to_bytes]


def _render_json(_logger: WrappedLogger, _method: str, event: EventDict) -> bytes:
    first = {key: event.pop(key) for key in _FIRST_KEYS if key in event}
    return _encoder.encode(first | dict(event))


def _to_bytes(_logger: WrappedLogger, _method: str, line: EventDict | str) -> bytes:
    return str(line).encode()


class _ToStructlog(logging.Handler):
    """Carries the records of libraries over to structlog."""

    def emit(self, record: logging.LogRecord) -> None:
        structlog.get_logger().log(
            record.levelno, record.getMessage(), logger=record.name, exc_info=record.exc_info or None
        )
