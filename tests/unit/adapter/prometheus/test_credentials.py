"""What is shown to a server comes from files that change; a bad change keeps what was good."""

from dataclasses import replace
from pathlib import Path

import pytest

from adapter.prometheus.credentials import Credentials, CredentialsError
from adapter.prometheus.servers import BasicFile, PrometheusServer, TlsFiles, parse_server
from tests.support.authorities import Authority
from tests.support.clock import ManualClock

PLAIN = parse_server("http://h:9090")


async def shown(credentials: Credentials) -> str | None:
    return (await credentials.current()).headers.get("Authorization")


def with_token(folder: Path, text: str) -> PrometheusServer:
    (folder / "token").write_text(text)
    return replace(PLAIN, bearer_token_file=folder / "token")


async def test_without_files_nothing_is_read_and_nothing_shown() -> None:
    presented = await Credentials(PLAIN, ManualClock()).current()
    assert ({"Accept-Encoding": "identity", "Accept": "application/json"}, None) == (
        presented.headers,
        presented.tls,
    )


async def test_a_token_is_read_again_after_ten_seconds(tmp_path: Path) -> None:
    clock = ManualClock()
    credentials = Credentials(with_token(tmp_path, "one\n"), clock)
    seen = [await shown(credentials)]
    (tmp_path / "token").write_text("two\n")
    await clock.advance(9)
    seen.append(await shown(credentials))
    await clock.advance(1)
    seen.append(await shown(credentials))
    assert seen == ["Bearer one", "Bearer one", "Bearer two"]


async def test_a_token_that_is_doubted_is_read_at_once(tmp_path: Path) -> None:
    credentials = Credentials(with_token(tmp_path, "one"), ManualClock())
    await shown(credentials)
    (tmp_path / "token").write_text("two")
    credentials.doubt()
    assert await shown(credentials) == "Bearer two"


@pytest.mark.parametrize("text", ["", "two\nlines", "\x00", "über"])
async def test_a_bad_new_token_keeps_the_old_one(tmp_path: Path, text: str) -> None:
    credentials = Credentials(with_token(tmp_path, "one"), ManualClock())
    await shown(credentials)
    (tmp_path / "token").write_text(text)
    credentials.doubt()
    assert await shown(credentials) == "Bearer one"


async def test_a_token_that_was_never_readable_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    credentials = Credentials(replace(PLAIN, bearer_token_file=tmp_path / "none"), ManualClock())
    with pytest.raises(CredentialsError) as caught:
        await credentials.current()
    assert str(caught.value) == f"can't read {tmp_path / 'none'}: no such file or directory"


async def test_a_password_file_is_shown_with_its_user(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("p@ss\n")
    server = replace(PLAIN, basic=BasicFile(username="user", password_file=tmp_path / "password"))
    assert await shown(Credentials(server, ManualClock())) == "Basic dXNlcjpwQHNz"


async def test_a_new_certificate_is_a_new_context_and_the_same_one_is_not(tmp_path: Path) -> None:
    authority = Authority("one")
    tls = TlsFiles(ca=authority.write(tmp_path, "ca"))
    credentials = Credentials(replace(PLAIN, tls=tls), ManualClock())
    contexts = []
    for turn in range(3):
        if turn == 2:
            Authority("two").write(tmp_path, "ca")
        credentials.doubt()
        contexts.append((await credentials.current()).tls)
    assert (True, False) == (contexts[0] is contexts[1], contexts[1] is contexts[2])


async def test_a_certificate_with_another_key_is_an_error_that_names_both(tmp_path: Path) -> None:
    certificate, _ = Authority("one").client("lagzero").write(tmp_path, "one")
    _, key = Authority("two").client("lagzero").write(tmp_path, "two")
    server = replace(PLAIN, tls=TlsFiles(certificate=certificate, key=key))
    with pytest.raises(CredentialsError, match=f"{certificate} and {key} don't go together: "):
        await Credentials(server, ManualClock()).current()


async def test_a_file_without_authorities_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "ca").write_text("nothing")
    server = replace(PLAIN, tls=TlsFiles(ca=tmp_path / "ca"))
    with pytest.raises(CredentialsError, match="holds no certificates of authorities"):
        await Credentials(server, ManualClock()).current()
