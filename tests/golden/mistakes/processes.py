"""What does a program say of an address that is taken, of a part that ends, and of who speaks no HTTP?"""

import asyncio
import logging
import re
from collections.abc import Iterator

from aiohttp import web
from aiohttp.http_exceptions import BadStatusLine

from adapter.process.connections import ServerLog
from adapter.process.lifecycle import ServiceEndedError, serve_until
from adapter.process.sites import ListenAddress, ListenError, serving
from tests.golden.mistakes.shown import shown

# The port, and how the loop puts it, which differs from one Python to the next.
_FROM_RUN_TO_RUN = re.compile(r":\d+: .*; free")


def processes() -> Iterator[str]:
    yield from shown("an address that is taken", [asyncio.run(_taken())])
    yield from shown("a part that ends", [asyncio.run(_ended())])
    yield from shown("no HTTP", _logged())


async def _taken() -> str:
    async with serving(web.Application(), ListenAddress(host="127.0.0.1", port=0)) as site:
        try:
            async with serving(web.Application(), site.address):
                pass
        except ListenError as error:
            return _FROM_RUN_TO_RUN.sub(":PORT: REASON; free", str(error))
    raise AssertionError("two may listen there")


async def _watcher() -> None:
    """A part that should run for ever."""


async def _ended() -> str:
    try:
        await serve_until(asyncio.Event(), _watcher())
    except ServiceEndedError as error:
        return str(error)
    raise AssertionError("it runs for ever")


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


def _logged() -> list[str]:
    logger, kept = logging.getLogger(__name__), _Kept()
    level = logger.level
    logger.setLevel(logging.DEBUG)
    logger.addHandler(kept)
    ServerLog(logger, {}).exception("a bug", exc_info=BadStatusLine("SSH-2.0"))
    logger.removeHandler(kept)
    logger.setLevel(level)
    return kept.said
