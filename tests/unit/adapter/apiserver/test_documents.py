"""Claims about `adapter.apiserver.documents`."""

import pytest

from adapter.apiserver.documents import Document
from tests.support.api_server import api_server


def test_equal_content_has_an_equal_tag() -> None:
    assert Document.of({"a": 1}).tag == Document.of({"a": 1}).tag


def test_other_content_has_another_tag() -> None:
    assert Document.of({"a": 1}).tag != Document.of({"a": 2}).tag


@pytest.mark.parametrize(
    ("known", "status"),
    [("{tag}", 304), ('"other", {tag}', 304), ("*", 304), ("W/{tag}", 304), ('"other"', 200), ("nonsense", 200)],
)
async def test_one_of_several_known_tags_is_enough(known: str, status: int) -> None:
    async with api_server() as server:
        tag = (await server.caller.get("/apis")).headers["ETag"]
        async with server.caller.get("/apis", headers={"If-None-Match": known.format(tag=tag)}) as answer:
            assert status == answer.status


async def test_several_accept_headers_count_as_one() -> None:
    headers = [("Accept", "text/html"), ("Accept", "application/json")]
    async with api_server() as server, server.caller.get("/apis", headers=headers) as answer:
        assert answer.status == 200
