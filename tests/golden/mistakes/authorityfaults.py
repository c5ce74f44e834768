"""What does the adapter say of its own authority? Why it changes, what is amiss with its APIService, and refusals."""

from __future__ import annotations

import asyncio
import base64
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from structlog.testing import capture_logs

from adapter.apiserver.authority import Authority, AuthorityError
from adapter.apiserver.authority_keyring import Keyring, Retired
from adapter.apiserver.authority_plan import Absent, Change, Circumstances, Kept, Seen, Unusable, plan, reason_of
from adapter.apiserver.authority_secret import authority_in, new_secret
from tests.golden.mistakes.shown import shown
from tests.support.authority_stage import API_SERVICE, Stage, keeping
from tests.support.own_authorities import DURATIONS, NOW, OWN, authority, keyring

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping


def changes() -> Iterator[str]:
    """The reasons that the log gives."""
    steady, then = keyring(), Circumstances(now=NOW, durations=DURATIONS)
    ended = Keyring(current=authority(duration=timedelta(days=1)))
    old = Retired(certificate_pem=authority().certificate_pem, trusted_until=NOW)
    prepared = steady.prepared(authority())
    renewal = steady.current.not_valid_after - DURATIONS.authority_renewal
    cases: Mapping[str, tuple[Seen, Circumstances]] = {
        "nothing is kept": (Absent(), then),
        "nothing is kept any more": (Absent(), replace(then, remembered=steady)),
        "it ended": (Kept(keyring=ended), replace(then, now=ended.current.not_valid_after)),
        "it ends": (Kept(keyring=steady), replace(then, now=renewal)),
        "somebody asks": (Kept(keyring=steady, rotation_asked=True), then),
        "the next one is known": (Kept(keyring=prepared), replace(then, published_for=DURATIONS.publication)),
        "an old one ended": (Kept(keyring=replace(steady, retired=(old,))), then),
        "it can't be read": (Unusable(reason="Secret a/b is damaged"), then),
    }
    for name, (seen, circumstances) in cases.items():
        step = plan(seen, circumstances)
        assert isinstance(step, Change), name
        yield from shown(name, [reason_of(step)])


def secrets() -> Iterator[str]:
    """A Secret with parts that are no good."""
    rsa_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = rsa_key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        Authority.read(authority().certificate_pem, pem)
    except AuthorityError as error:
        yield from shown("an authority's key of another kind", [str(error)])
    good = new_secret(OWN.secret, keyring())
    retired = msgspec.json.encode([{"certificate": "x", "trustedUntil": "2030-01-01T00:00:00Z"}])
    damaged = {**good.data, _retired_name(good.data): base64.b64encode(retired).decode()}
    seen = authority_in(msgspec.structs.replace(good, data=damaged))
    assert isinstance(seen, Unusable)
    yield from shown("an old authority that is none", [seen.reason])


def _retired_name(data: Mapping[str, str]) -> str:
    """Of the part that lists old ones, of which there are none yet."""
    [name] = [name for name, content in data.items() if base64.b64decode(content) == b"[]"]
    return name


def publishing() -> Iterator[str]:
    return iter(asyncio.run(_publishing()))


async def _publishing() -> list[str]:
    cases: Mapping[str, Callable[[Stage], Awaitable[None]]] = {
        "no APIService": _without_api_service,
        "an APIService of others": _led_elsewhere,
        "no right to publish any more": _unpublished,
        "no Secret, and no right to create one": _without_secret,
    }
    lines: list[str] = []
    for name, happens in cases.items():
        lines += shown(name, await _told(happens))
    return lines


async def _told(happens: Callable[[Stage], Awaitable[None]]) -> list[str]:
    """The log's warnings, or the refusal."""
    async with keeping() as stage:
        with capture_logs() as logged:
            try:
                await happens(stage)
            except AuthorityError as error:
                return [str(error)]
    return [entry["reason"] for entry in logged if entry["log_level"] == "warning"]


async def _without_api_service(stage: Stage) -> None:
    del stage.cluster.objects[API_SERVICE]
    await (await stage.replica()).load()


async def _led_elsewhere(stage: Stage) -> None:
    stage.lead_to({"namespace": "other", "name": "lagzero-adapter"})
    await (await stage.replica()).load()


async def _unpublished(stage: Stage) -> None:
    keeper = await stage.replica()
    await keeper.load()
    stage.cluster.forbidden.add("PATCH")
    stage.bundle = stage.bundle + authority().certificate_pem
    await keeper.load()


async def _without_secret(stage: Stage) -> None:
    stage.cluster.forbidden.add("POST")
    await (await stage.replica()).load()
