import asyncio
import ssl
from pathlib import Path

import pytest

from e2e.demo.certificates import ServingCertificate, write_serving_certificate

_NAME = "lagzero-adapter.lagzero-system.svc"


async def _greet(serving: ServingCertificate, *, name: str) -> None:
    """A TLS connection over loopback, verified as the aggregation proxy does it."""
    server_side = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server_side.load_cert_chain(serving.certificate, serving.key)
    client_side = ssl.create_default_context(cadata=serving.ca_bundle.decode())

    def close(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(close, "127.0.0.1", 0, ssl=server_side) as server:
        port = server.sockets[0].getsockname()[1]
        _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_side, server_hostname=name)
        writer.close()


async def test_whoever_trusts_the_bundle_accepts_the_certificate_for_its_name(tmp_path: Path) -> None:
    await _greet(write_serving_certificate(tmp_path, dns_name=_NAME), name=_NAME)


async def test_it_is_good_for_no_other_name(tmp_path: Path) -> None:
    serving = write_serving_certificate(tmp_path, dns_name=_NAME)
    with pytest.raises(ssl.SSLCertVerificationError):
        await _greet(serving, name="other.lagzero-system.svc")


def test_only_the_owner_may_read_the_key(tmp_path: Path) -> None:
    assert 0o600 == write_serving_certificate(tmp_path, dns_name=_NAME).key.stat().st_mode & 0o777
