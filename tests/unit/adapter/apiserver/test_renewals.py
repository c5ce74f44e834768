"""Claims about `adapter.apiserver.renewals`, with the whole adapter in this process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from yarl import URL

from tests.support.adapter_files import AdapterFiles, session
from tests.support.adapter_running import running
from tests.support.api_server import GROUP_VERSION
from tests.support.authorities import Authority

if TYPE_CHECKING:
    from pathlib import Path

    import aiohttp


@pytest.fixture
def files(tmp_path: Path) -> AdapterFiles:
    return AdapterFiles(folder=tmp_path)


async def test_a_renewed_certificate_comes_into_use_without_a_failed_request(files: AdapterFiles) -> None:
    async with running(files) as adapter, asyncio.TaskGroup() as tasks:
        going_on = asyncio.Event()
        kept = tasks.create_task(_statuses(session(adapter.url, files.proxy()), going_on))
        fresh = tasks.create_task(_statuses(session(adapter.url, files.proxy(), new_connections=True), going_on))
        renewed = files.server()
        renewed.write(files.folder, "tls")
        await adapter.look()
        seen = await _certificate_of(adapter.url, files)
        going_on.set()
    assert renewed.der == seen
    assert {200} == set(await kept) | set(await fresh)


async def test_half_a_renewed_pair_keeps_the_old_in_use(files: AdapterFiles) -> None:
    async with running(files) as adapter:
        before = await _certificate_of(adapter.url, files)
        (files.folder / "tls.crt").write_bytes(files.server().certificate_pem)
        await adapter.look()
        assert before == await _certificate_of(adapter.url, files)


async def test_a_pair_that_becomes_whole_is_taken(files: AdapterFiles) -> None:
    renewed = files.server()
    async with running(files) as adapter:
        (files.folder / "tls.crt").write_bytes(renewed.certificate_pem)
        await adapter.look()
        renewed.write(files.folder, "tls")
        await adapter.look()
        assert renewed.der == await _certificate_of(adapter.url, files)


async def test_an_authority_that_was_replaced_counts_no_more_even_on_an_open_connection(files: AdapterFiles) -> None:
    async with running(files) as adapter, session(adapter.url, files.proxy()) as client:
        before = (await client.get(GROUP_VERSION)).status
        Authority("front-proxy-ca").write(files.folder, "proxies")
        await adapter.look()
        after = (await client.get(GROUP_VERSION)).status
    assert (before, after) == (200, 401)


async def test_a_bad_authority_keeps_the_old_in_use(files: AdapterFiles) -> None:
    async with running(files) as adapter, session(adapter.url, files.proxy()) as client:
        (files.folder / "proxies.crt").write_bytes(b"nonsense")
        await adapter.look()
        assert (await client.get(GROUP_VERSION)).status == 200


async def test_changed_rules_come_into_use(files: AdapterFiles) -> None:
    async with running(files) as adapter, session(adapter.url, files.proxy()) as client:
        files.rules.write_text(files.rules.read_text().replace("queue_consumer_lag", "queue_depth"))
        await adapter.look()
        resources = (await (await client.get(GROUP_VERSION)).json())["resources"]
    assert [resource["name"] for resource in resources] == ["queue_depth"]


async def test_bad_rules_keep_the_old_in_use(files: AdapterFiles) -> None:
    async with running(files) as adapter, session(adapter.url, files.proxy()) as client:
        files.rules.write_text("externalRules: 5")
        await adapter.look()
        resources = (await (await client.get(GROUP_VERSION)).json())["resources"]
    assert [resource["name"] for resource in resources] == ["queue_consumer_lag"]


async def _statuses(client: aiohttp.ClientSession, until: asyncio.Event) -> list[int]:
    statuses = []
    async with client:
        while not until.is_set():
            async with client.get(GROUP_VERSION) as answer:
                statuses.append(answer.status)
    return statuses


async def _certificate_of(url: str, files: AdapterFiles) -> bytes:
    address = URL(url)
    _, writer = await asyncio.open_connection(address.host, address.port, ssl=files.anonymous())
    certificate: bytes = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    await writer.wait_closed()
    return certificate
