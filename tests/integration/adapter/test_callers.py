"""Who is believed by the adapter as a process, over TLS with real certificates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import pytest

from tests.support.adapter_files import NAME, AdapterFiles, session
from tests.support.api_server import GROUP_VERSION
from tests.support.authorities import Authority

if TYPE_CHECKING:
    import ssl

    from tests.support.adapter_process import AdapterProcess


class Callers:
    """Sides of TLS by what they present."""

    def __init__(self, files: AdapterFiles) -> None:
        self._files = files

    def named(self, who: str) -> ssl.SSLContext:
        files = self._files
        match who:
            case "the front proxy":
                return files.proxy()
            case "another name":
                return files.presenting(files.proxies.client("somebody"))
            case "the front proxy's name from the clients' authority":
                return files.presenting(files.clients.client(NAME))
            case "a master from the clients' authority":
                return files.presenting(files.clients.client("admin", organizations=("system:masters",)))
            case _:
                return files.anonymous()


@pytest.mark.parametrize(
    ("who", "status"),
    [
        ("the front proxy", 200),
        ("another name", 401),
        ("the front proxy's name from the clients' authority", 401),
        ("a master from the clients' authority", 200),
        ("nothing", 401),
    ],
)
async def test_claims_in_headers_count_for_the_front_proxy_alone(
    files: AdapterFiles, in_front_of_nothing: AdapterProcess, who: str, status: int
) -> None:
    async with session(in_front_of_nothing.url, Callers(files).named(who)) as client:
        assert status == await _status(client, GROUP_VERSION)


async def test_a_certificate_of_an_unknown_authority_gets_no_answer_at_all(
    files: AdapterFiles, in_front_of_nothing: AdapterProcess
) -> None:
    stranger = files.presenting(Authority("front-proxy-ca").client(NAME))
    async with session(in_front_of_nothing.url, stranger) as client:
        with pytest.raises(aiohttp.ClientError):
            await _status(client, GROUP_VERSION)


async def _status(client: aiohttp.ClientSession, path: str) -> int:
    async with client.get(path) as answer:
        return answer.status
